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
    insta::assert_snapshot!(all.iter().map(say).collect::<Vec<_>>().join("\n"));
}

#[test]
fn mistakes_with_pieces_are_told_what_would_be_right() {
    let board = "board = { grid = [3, 3] }\nstart = [\"ooo\", \"...\", \"xxx\"]\nstuck = \"loses\"";
    let man = "[[piece]]\nname = \"man\"";
    let step = "[[piece]]\nname = \"man\"\nstep = \"forward\"";
    let king = "[[piece]]\nname = \"king\"\nstep = \"any\"";
    let drawn =
        "board = { sites = [{ name = \"a\", at = [0, 0] }, { name = \"b\", at = [1, 0] }] }";
    let all = [
        format!("{board}\n[[piece]]\nstep = \"any\""),
        format!("{board}\n{man}"),
        format!("{board}\n{man}\nsteps = \"any\""),
        format!("{board}\n{man}\nstep = \"ahead\""),
        format!("{board}\n{man}\nstep = \"foward\""),
        format!("{board}\n{man}\nstep = [\"forward\", 3]"),
        format!("{board}\n{step}\n{step}"),
        format!("{board}\n{step}\nagain = \"may\""),
        format!("{board}\n{man}\njump = \"any\"\nagain = \"always\""),
        format!("{board}\n{man}\nleap = [0, 0]"),
        format!("{board}\n{man}\nleap = 2"),
        format!("{board}\n{step}\nfly = 0"),
        format!("{board}\n{man}\nhop = \"any\"\ntake = true"),
        format!("{board}\n{step}\npromote = \"king\""),
        format!("{board}\n{step}\npromote = {{ to = \"king\", in = \"far\" }}"),
        format!("{board}\n{step}\npromote = {{ to = \"man\", in = \"end\" }}"),
        format!("{board}\n{step}\nin = \"near\"\noutside = \"far\""),
        format!("{board}\n{step}\nfor = \"both\""),
        format!("{board}\n{step}\nfor = \"first\""),
        format!("{board}\n{step}\n{king}\nsign = \"x\""),
        format!("{board}\n{step}\n{king}\nsign = \"king\""),
        format!("{board}\nstones = 2\n{step}"),
        format!("{board}\nplace = {{ beside = \"own\" }}\n{step}"),
        format!("{board}\ncapture = {{ surround = true }}\n{step}"),
        format!("{board}\ncapture = {{ lines = 4 }}\n{step}"),
        format!("{board}\nhand = \"nine\"\n{step}"),
        format!("{board}\nhand = [1, 2, 3]\n{step}"),
        format!("{board}\nrepeat = \"third\"\n{step}"),
        format!("{board}\nidle = 0\n{step}"),
        format!("{board}\n{step}\n[[win]]\nreach = \"end\""),
        format!("{board}\n{step}\n[[win]]\nreach = \"far\"\nof = \"king\""),
        format!("{board}\n{step}\n[[win]]\nlines = 3\nof = \"man\""),
        format!("{board}\n{step}\n[[lose]]\nleft = -1"),
        format!("{board}\n{step}\n[[lose]]\nfor = \"first\""),
        format!("{board}\n[[win]]\nreach = \"far\""),
        format!("{board}\nhand = 3"),
        format!("{board}\nidle = 3"),
        format!("{drawn}\nstart = [\"xo\"]\nend = \"last\"\n{step}"),
        "board = { grid = [20, 20] }\n[[piece]]\nname = \"man\"\nstep = \"any\"".into(),
        format!(
            "board = {{ sites = [{{ name = \"a-b\", at = [0, 0] }}] }}\nend = \"last\"\n{step}"
        ),
        "board = { grid = [3, 3], diagonals = \"odd\" }\nend = \"last\"".into(),
        format!(
            "board = {{ grid = [3, 3] }}\nend = \"last\"\nstart = [\"ooo\", \".k.\", \"xxx\"]\n{step}"
        ),
        format!(
            "board = {{ grid = [3, 3] }}\nend = \"last\"\nstart = [\"xxx\", \"...\", \"ooo\"]\n{step}"
        ),
    ];
    assert!(all.len() > 40);
    insta::assert_snapshot!(all.iter().map(say).collect::<Vec<_>>().join("\n"));
}

fn say(text: &String) -> String {
    match read_game("mine", &format!("name = \"M\"\n{text}")) {
        Ok(_) => panic!("this should be a fault:\n{text}"),
        Err(fault) => fault.to_string(),
    }
}
