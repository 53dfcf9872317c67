//! Checksums made right, so that a reader looks at what stands before them.
//!
//! Each function takes a file of its kind, however damaged, and gives back one whose checksums fit as
//! far as there is room for some.

use henge::learn::net::file::crc32;
use henge::mix64;

/// A file that ends with the CRC-32 of all before: weights, value tables, nets.
pub fn crc(bytes: &[u8]) -> Vec<u8> {
    let Some((body, _)) = bytes.split_last_chunk::<4>() else { return bytes.to_vec() };
    [body, &crc32(body).to_le_bytes()].concat()
}

/// A file that ends with the BLAKE3 sum of all before: books, and checkpoints of solving.
pub fn blake3_sum(bytes: &[u8]) -> Vec<u8> {
    let Some((body, _)) = bytes.split_last_chunk::<32>() else { return bytes.to_vec() };
    [body, blake3::hash(body).as_bytes()].concat()
}

/// A text whose last line is `sum` and the BLAKE3 sum of the lines before: proofs.
pub fn proof(text: &str) -> String {
    let trimmed = text.trim_end_matches('\n');
    let body = &trimmed[..trimmed.rfind('\n').map_or(0, |end| end + 1)];
    format!("{body}sum {}\n", blake3::hash(body.as_bytes()).to_hex())
}

/// A data set, whose last line has the CRC-32 of the lines before.
pub fn data(text: &str) -> String {
    let trimmed = text.trim_end_matches('\n');
    let (body, footer) = trimmed.split_at(trimmed.rfind('\n').map_or(0, |end| end + 1));
    let Some((before, after)) = footer.split_once("\"crc32\":\"") else { return text.into() };
    let after = after.split_once('"').map_or("", |(_, after)| after);
    format!("{body}{before}\"crc32\":\"{:08x}\"{after}\n", crc32(body.as_bytes()))
}

/// A journal with this first line and this fingerprint: every other line begins with the sum of both
/// the fingerprint and the rest of the line.
pub fn journal(bytes: &[u8], head: &str, fingerprint: &str) -> Vec<u8> {
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let _ = lines.next();
    let mut mended = head.as_bytes().to_vec();
    for line in lines {
        let end = line.strip_suffix(b"\n").unwrap_or(line);
        let begin = end.iter().position(|&byte| byte == b' ').map_or(0, |at| at + 1);
        let mut hasher = blake3::Hasher::new();
        hasher.update(fingerprint.as_bytes()).update(&end[begin..]);
        mended.extend(&hasher.finalize().to_hex().as_bytes()[..16]);
        mended.push(b' ');
        mended.extend(&line[begin..]);
    }
    mended
}

/// A checkpoint of learning: what is in it has checksums of its own.
pub fn training(bytes: &[u8]) -> Vec<u8> {
    let mut mended = bytes.to_vec();
    if let Some((body, _)) = mended.split_last_chunk_mut::<4>() {
        inside(body);
    }
    crc(&mended)
}

fn inside(body: &mut [u8]) -> Option<()> {
    let length = u32::from_le_bytes(*body.get(12..)?.first_chunk()?) as usize;
    let memory = body.get_mut(16..)?.get_mut(length..)?;
    if memory.starts_with(b"henge-") {
        return seal(memory);
    }
    // The memory of a net: steps, the length of the next part, means and squares, the net.
    let length = u64::from_le_bytes(*memory.get(8..)?.first_chunk()?) as usize;
    let (adam, net) = memory.get_mut(16..)?.split_at_mut_checked(length)?;
    seal(adam)?;
    seal(net)
}

fn seal(bytes: &mut [u8]) -> Option<()> {
    let (body, sum) = bytes.split_last_chunk_mut::<4>()?;
    *sum = crc32(body).to_le_bytes();
    Some(())
}

/// A checkpoint of backgammon's training: the net at its end tells the checksum of what is before,
/// and has one of its own.
pub fn backgammon_training(bytes: &[u8]) -> Vec<u8> {
    let mut mended = bytes.to_vec();
    let magic = b"henge-nn";
    if let Some(net) = bytes.windows(magic.len()).position(|window| window == magic) {
        let sum = format!("{:08x}", crc32(&bytes[..net]));
        let said = |mended: &mut [u8]| -> Option<()> {
            let n_layers = u32::from_le_bytes(*mended.get(net + 16..)?.first_chunk()?) as usize;
            let at = net.checked_add(20)?.checked_add(n_layers.checked_mul(8)?)?.checked_add(4)?;
            mended.get_mut(at..)?.get_mut(..8)?.copy_from_slice(sum.as_bytes());
            Some(())
        };
        let _ = said(&mut mended);
        let _ = seal(&mut mended[net..]);
    }
    mended
}

/// A file of endings, which sums its parts eight bytes at a time.
pub fn endings(bytes: &[u8]) -> Vec<u8> {
    let Some((body, _)) = bytes.split_last_chunk::<8>() else { return bytes.to_vec() };
    let name = body.get(16).map_or(0, |&length| usize::from(length));
    let mut sum = 0_u64;
    let mut rest = body;
    for length in [16, 1, name, 1, body.len()] {
        let (part, after) = rest.split_at(length.min(rest.len()));
        for chunk in part.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            sum = mix64(sum ^ u64::from_le_bytes(word)).wrapping_add(chunk.len() as u64);
        }
        rest = after;
    }
    [body, &sum.to_le_bytes()].concat()
}
