//! Boards too flat for a screen.

use henge::Board;
use henge::depict::Point;

/// The blocks of a board that stand side by side with a gap between them, as the layers of Qubic, laid
/// out in two columns; none when it has no such blocks.
pub fn folded(board: &Board) -> Option<Board> {
    const COLUMNS: usize = 2;
    let mut order: Vec<usize> = (0..board.sites.len()).collect();
    order.sort_by(|&a, &b| board.sites[a].at.x.total_cmp(&board.sites[b].at.x));
    let mut block = vec![0; board.sites.len()];
    let mut starts: Vec<f32> = Vec::new();
    let mut last = f32::NEG_INFINITY;
    for i in order {
        let x = board.sites[i].at.x;
        if x - last > 1.4 {
            starts.push(x);
        }
        block[i] = starts.len() - 1;
        last = x;
    }
    let crossed = board.edges.iter().any(|(a, b)| block.get(a.index()) != block.get(b.index()));
    if starts.len() < 3 || crossed || !board.rims.is_empty() || !board.stacks.is_empty() {
        return None;
    }
    let step = starts[1] - starts[0];
    let even = starts.windows(2).all(|pair| (pair[1] - pair[0] - step).abs() < 0.1);
    let ys = || board.sites.iter().map(|site| site.at.y);
    let tall = ys().fold(f32::MIN, f32::max) - ys().fold(f32::MAX, f32::min) + 2.0;
    if !even {
        return None;
    }
    let shift = |point: &mut Point, n: usize| {
        point.x += ((n % COLUMNS) as f32 - n as f32) * step;
        point.y += (n / COLUMNS) as f32 * tall;
    };
    let mut board = board.clone();
    for (site, &n) in board.sites.iter_mut().zip(&block) {
        shift(&mut site.at, n);
    }
    for label in &mut board.labels {
        let n = starts.iter().rposition(|start| start - 1.2 <= label.at.x).unwrap_or(0);
        shift(&mut label.at, n);
    }
    Some(board)
}
