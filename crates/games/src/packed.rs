//! Many small weights, most of them zero, as few bytes.

/// Weights as bytes: one each, `unit` times the weight, and for zeros in a row a zero and their number.
pub(crate) fn pack(weights: &[f32], unit: f32, bytes: &mut Vec<u8>) {
    let mut zeros = 0;
    for weight in weights {
        // The conversion keeps within the bounds of a byte.
        let byte = (weight * unit).round() as i8;
        if byte == 0 && zeros < u8::MAX {
            zeros += 1;
            continue;
        }
        if zeros > 0 {
            bytes.extend([0, zeros]);
        }
        zeros = u8::from(byte == 0);
        if byte != 0 {
            bytes.push(byte as u8);
        }
    }
    if zeros > 0 {
        bytes.extend([0, zeros]);
    }
}

/// The `expected` weights of these bytes, or how many there are instead.
pub(crate) fn unpack(mut bytes: &[u8], unit: f32, expected: usize) -> Result<Vec<f32>, usize> {
    let mut weights = Vec::with_capacity(expected);
    while let Some((&byte, after)) = bytes.split_first() {
        bytes = after;
        if byte != 0 {
            weights.push(f32::from(byte as i8) / unit);
            continue;
        }
        match bytes.split_first() {
            Some((&n, after)) if n > 0 => {
                weights.extend(std::iter::repeat_n(0.0, n.into()));
                bytes = after;
            }
            _ => return Err(weights.len()),
        }
        if weights.len() > expected {
            break;
        }
    }
    if weights.len() == expected { Ok(weights) } else { Err(weights.len()) }
}
