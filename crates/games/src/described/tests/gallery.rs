//! A gallery of mistakes, each with what is said about it.

use super::*;

#[test]
fn mistakes_are_told_what_would_be_right() {
    let grid = "board = { grid = [5, 5] }";
    let hexes = "board = { hexhex = 4 }";
    let win = "[[win]]\nlines = 3";
    let all = [
        format!("{grid}\nstone = 2\n{win}"),
        format!("{grid}\nstones = 0\n{win}"),
        format!("{grid}\nstones = [1, 2, 3]\n{win}"),
        format!("{grid}\nstones = \"two\"\n{win}"),
        format!("{grid}\nend = \"white\"\n{win}"),
        format!("{grid}\nstuck = \"pass\"\n{win}"),
        format!("{grid}\nswap = \"pie\"\n{win}"),
        format!("{grid}\nswap = \"swap2\"\nstones = 2\n{win}"),
        "board = { grid = [2, 3] }\nswap = \"swap2\"\n[[lose]]\nlines = 2".to_string(),
        format!(
            "{grid}\nswap = true\nstart = [\"x....\", \".....\", \".....\", \".....\", \".....\"]\n{win}"
        ),
        format!("{grid}\nswap = true\nend = \"first\"\n{win}"),
        format!("{grid}\nplace = {{ gravity = \"downhill\" }}\n{win}"),
        format!("{grid}\nplace = {{ near = \"any\" }}\n{win}"),
        format!("{grid}\nplace = {{ beside = \"mine\" }}\n{win}"),
        format!("{grid}\nplace = {{ beside = \"own\", apart = \"own\" }}\n{win}"),
        format!("{grid}\nplace = {{}}\n{win}"),
        format!("{grid}\ncapture = {{ flip = true }}\n{win}"),
        format!("{grid}\ncapture = {{ custody = 0 }}\n{win}"),
        format!("{grid}\ncapture = {{ custody = 2 }}\n{win}"),
        format!(
            "{grid}\ncapture = {{ custody = 2 }}\nplace = {{ gravity = \"south\" }}\nlimit = 9\n{win}"
        ),
        format!("{grid}\n[[win]]\ncaptures = 3"),
        format!("{grid}\n[[win]]\nring = true"),
        format!("{hexes}\n[[win]]\nblocks = 2"),
        format!("{hexes}\n[[win]]\nlines = 9"),
        format!("{hexes}\n[[win]]\nconnect = [\"north\", \"east\"]"),
        format!("{hexes}\n[[win]]\nconnect = {{ any = 7, of = \"sides\" }}"),
        format!("{hexes}\n[[win]]\nconnect = {{ any = 2, of = \"rims\" }}"),
        format!("{hexes}\n[[win]]\nconnect = {{ all = \"sides\" }}"),
        format!("{hexes}\n[[win]]\nconnect = [\"north\", \"north\"]"),
        format!("{hexes}\n[[lose]]\nfor = \"first\""),
        format!("{hexes}\n[[lose]]\nline = 3"),
        format!("board = {{ hexhex = 40 }}\n{win}"),
        format!("board = {{ hexhex = 4, wrap = true }}\n{win}"),
        format!("board = {{ hexhex = 4, triangle = 4 }}\n{win}"),
        format!("board = {{ grid = [3, 3], regions = {{ north = [\"a1\"] }} }}\n{win}"),
        format!("board = {{ grid = [3, 3], regions = [\"a1\"] }}\n{win}"),
        format!("{grid}\n{win}\n[[opening]]\nin = [\"c3\"]"),
        format!("{grid}\n{win}\n[[opening]]\nmove = 1\nin = \"middle\""),
        format!("{grid}\n{win}\n[[opening]]\nmove = 1\nin = []"),
        format!("{grid}\n{win}\n[[opening]]\nmove = 1\nin = [\"c3\"]\noutside = [\"c3\"]"),
        format!("{grid}\nstart = [\"x....\"]\n{win}"),
        format!("{grid}\nstart = [\"x...\", \".....\", \".....\", \".....\", \".....\"]\n{win}"),
        format!("{grid}\nstart = [\"x..w.\", \".....\", \".....\", \".....\", \".....\"]\n{win}"),
        format!("{grid}\nstart = [\"xxx..\", \".....\", \".....\", \".....\", \".....\"]\n{win}"),
        format!("{grid}\ncapture = {{ custody = 1, flip = true, must = true }}\nend = \"most\""),
        format!("{grid}\nlimit = 0\n{win}"),
        format!("{grid}\npass = \"yes\"\n{win}"),
        "board = { sites = [{ name = \"pass\", at = [0, 0] }] }\nend = \"last\"".into(),
    ];
    assert!(all.len() > 40);
    let say = |text: &String| match read_game("mine", &format!("name = \"M\"\n{text}")) {
        Ok(_) => panic!("this should be a fault:\n{text}"),
        Err(fault) => fault.to_string(),
    };
    insta::assert_snapshot!(all.iter().map(say).collect::<Vec<_>>().join("\n"));
}
