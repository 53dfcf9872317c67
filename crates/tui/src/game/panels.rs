//! The panels beside the board: players and clocks, the evaluation, moves, lines, the hint, the graph.

use henge::erased::Thought;
use henge::review::Mark;
use henge::{Player, Turn, Worth, words};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget};

use super::{GameRoom, Hit, Panel};
use crate::board;
use crate::theme::{Theme, Tone, tones};
use crate::ui;

/// Seconds as a clock shows them.
fn clock(ms: u64) -> String {
    let (minutes, seconds) = (ms / 60_000, ms / 1000 % 60);
    match minutes {
        0 if ms < 20_000 => format!("{seconds}.{}", ms / 100 % 10),
        0..60 => format!("{minutes}:{seconds:02}"),
        _ => format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60),
    }
}

impl GameRoom {
    pub(super) fn draw_side(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let line = theme.pick('│', '|');
        for y in area.y..area.bottom() {
            ui::put(buffer, (area.x, y), &line.to_string(), 1, theme.ink(tones::LINE), theme);
        }
        let mut inside = Rect { x: area.x + 2, width: area.width - 3, ..area };
        let used = self.draw_players(theme, inside, buffer);
        inside = below(inside, used);
        self.draw_bar(theme, inside, buffer);
        inside = below(inside, 1);
        let used = self.draw_notes(theme, inside, buffer);
        inside = below(inside, used);
        if inside.height >= 24 {
            let third = inside.height / 3;
            let moves = Rect { height: inside.height - 2 * third, ..inside };
            self.draw_panel(Panel::Moves, theme, moves, buffer);
            let middle = Rect { y: moves.bottom(), height: third, ..inside };
            let panel = match self.panel {
                Panel::Openings => Panel::Openings,
                _ if self.hint.is_some() => Panel::Hint,
                _ => Panel::Lines,
            };
            self.draw_panel(panel, theme, middle, buffer);
            let graph = Rect { y: middle.bottom(), height: third, ..inside };
            self.draw_panel(Panel::Graph, theme, graph, buffer);
        } else {
            self.draw_panel(self.panel, theme, inside, buffer);
        }
    }

    fn tone(&self, player: Player, theme: Theme) -> Tone {
        let kinds = &self.play.game.rules().board().kinds;
        let kind = kinds.iter().find(|kind| kind.owner == Some(player));
        match kind {
            Some(kind) => board::tone_of(kind, theme).0,
            None if player == Player::First => tones::FIRST,
            None => tones::SECOND,
        }
    }

    fn draw_players(&self, theme: Theme, area: Rect, buffer: &mut Buffer) -> u16 {
        let clocks = self.play.clocks();
        let mut y = area.y;
        for player in Player::BOTH {
            let turn = self.to_move() == Some(player);
            let kinds = &self.play.game.rules().board().kinds;
            let kind = kinds.iter().find(|kind| kind.owner == Some(player));
            let glyph = kind.map_or('*', |kind| board::sign_of(kind, theme));
            let tone = self.tone(player, theme);
            // Black on a dark screen could not be seen.
            let ink = match theme.fills() {
                true => Style::new().fg(theme.colour(tone)).bg(theme.colour(tones::LINE)),
                false => theme.ink(tone),
            };
            let mark = if turn { theme.pick('▶', '>') } else { ' ' };
            ui::put(buffer, (area.x, y), &mark.to_string(), 1, theme.ink(tones::HALO), theme);
            ui::put(
                buffer,
                (area.x + 2, y),
                &glyph.to_string(),
                1,
                ink.add_modifier(Modifier::BOLD),
                theme,
            );
            let style = if turn { theme.bold() } else { theme.text() };
            let time =
                clocks.map(|clocks| clock(clocks.left_ms()[player.index()])).unwrap_or_default();
            let room = area.width.saturating_sub(5 + time.len() as u16);
            let seat = self.seat_name(player);
            let mut text = format!("{}: {seat}", self.play.name(player));
            // The level tells more than the name of the bot.
            if text.chars().count() > usize::from(room)
                && let Some((_, level)) = seat.split_once(", ")
            {
                text = format!("{}: {level}", self.play.name(player));
            }
            ui::put(buffer, (area.x + 4, y), &text, room, style, theme);
            let x = area.right() - time.len() as u16;
            ui::put(buffer, (x, y), &time, time.len() as u16, style, theme);
            y += 1;
        }
        y - area.y
    }

    /// The bar: the first player's share of it from the left.
    fn draw_bar(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let now = self.bars.range(..=self.play.sitting().ply()).next_back().map(|(_, bar)| *bar);
        let number = now.map_or("  ·  ".into(), |worth: Worth| worth.short());
        let width = area.width.saturating_sub(7);
        let share = now.map_or(0.5, |worth| worth.expected);
        let first = (share * f64::from(width)).round() as u16;
        let style = |player| match theme.fills() {
            true => Style::new().fg(theme.colour(self.tone(player, theme))),
            false => theme.ink(self.tone(player, theme)),
        };
        for i in 0..width {
            let (player, ascii) =
                if i < first { (Player::First, "#") } else { (Player::Second, "-") };
            let unicode = match (theme.fills(), player) {
                (true, _) | (false, Player::First) => "█",
                (false, Player::Second) => "░",
            };
            let style = if now.is_some() { style(player) } else { theme.ink(tones::LINE) };
            ui::put(buffer, (area.x + i, area.y), theme.pick(unicode, ascii), 1, style, theme);
        }
        ui::put(buffer, (area.x + width + 1, area.y), &number, 6, theme.text(), theme);
    }

    /// What the scene says besides the board: dice and notes.
    fn draw_notes(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) -> u16 {
        let scene = self.play.sitting().table().scene();
        let mut lines = Vec::new();
        if !scene.dice.is_empty() {
            let face = |die: &u8| char::from_u32(0x267f + u32::from(*die)).unwrap_or('?');
            let numbers: Vec<String> = scene.dice.iter().map(u8::to_string).collect();
            let faces: String = scene.dice.iter().flat_map(|die| [face(die), ' ']).collect();
            let faces = if theme.ascii { String::new() } else { faces };
            lines.push((format!("Dice {faces} {}", numbers.join("-")), theme.bold()));
        }
        let width = usize::from(area.width);
        for note in scene.notes.iter().flat_map(|note| ui::wrapped(note, width)) {
            lines.push((note, theme.faint()));
        }
        for player in Player::BOTH {
            let rims = &self.play.game.rules().board().rims;
            let names: Vec<&str> = rims
                .iter()
                .filter(|rim| rim.owner == player)
                .map(|rim| rim.name.as_str())
                .collect();
            if !names.is_empty() {
                let text = format!("{}: {}", self.play.name(player), names.join(", "));
                lines.push((text, theme.ink(self.tone(player, theme))));
            }
        }
        let most = usize::from(area.height / 2).min(8);
        for (y, (text, style)) in (area.y..).zip(lines.iter().take(most)) {
            ui::put(buffer, (area.x, y), text, area.width, *style, theme);
        }
        lines.len().min(most) as u16
    }

    fn draw_panel(&mut self, panel: Panel, theme: Theme, area: Rect, buffer: &mut Buffer) {
        if area.height < 2 {
            return;
        }
        // The heads of all panels, so that one sees there are more.
        let mut x = area.x;
        let one = area.height + 2 >= buffer.area.height / 2 && panel == self.panel;
        let heads: &[Panel] = match panel {
            // There is no room for all of them.
            Panel::Openings if area.width < 31 => &[Panel::Openings],
            _ => self.panels(),
        };
        for &each in heads {
            let title = match one {
                true if area.width < 30 => each.title().split(' ').next_back().unwrap_or_default(),
                _ => each.title(),
            };
            if !one && each != panel {
                continue;
            }
            let style = match each == panel {
                true => theme.bold().add_modifier(Modifier::UNDERLINED),
                false => theme.faint(),
            };
            let width = (title.chars().count() as u16).min(area.right().saturating_sub(x));
            ui::put(buffer, (x, area.y), title, width, style, theme);
            self.hits.push((Rect::new(x, area.y, width, 1), Hit::Panel(each)));
            x += width + 1;
        }
        let inside = below(area, 1);
        match panel {
            Panel::Moves => self.draw_moves(theme, inside, buffer),
            Panel::Lines => self.draw_lines(theme, inside, buffer),
            Panel::Hint => self.draw_hint(theme, inside, buffer),
            Panel::Graph => self.draw_graph(theme, inside, buffer),
            Panel::Openings => self.draw_openings(theme, inside, buffer),
        }
    }

    /// The moves that saved games went on with: how many, the results as the first player sees them, and what
    /// the book of the game says.
    fn draw_openings(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let said = match &self.explored.found {
            None => "looking at the saved games…",
            Some(found) if found.moves.is_empty() => "no saved game has come here",
            Some(_) => "",
        };
        let rows = ui::wrapped(said, usize::from(area.width));
        for (y, line) in (area.y..area.bottom()).zip(&rows) {
            ui::put(buffer, (area.x, y), line, area.width, theme.faint(), theme);
        }
        let Some(found) = self.explored.found.as_ref().filter(|_| said.is_empty()) else { return };
        let players = &self.play.game.rules().about().players;
        let short = |name: &String| ui::cut(name, 5);
        let (first, second) = (short(&players[0]), short(&players[1]));
        let head = format!("{:<9}{:>5}  {first}/draw/{second}", "move", "games");
        ui::put(buffer, (area.x, area.y), &head, area.width, theme.faint(), theme);
        for (y, each) in (area.y + 1..area.bottom()).zip(&found.moves) {
            let results = match each.games {
                0 => String::new(),
                _ => format!("{}/{}/{}", each.first, each.drawn, each.second),
            };
            let book = each.book.as_ref().map_or("", |book| &book.short);
            let mv = ui::cut(&each.mv, 8);
            let row = format!("{mv:<9}{:>5}  {results:<10} {book}", each.games);
            ui::put(buffer, (area.x, y), row.trim_end(), area.width, theme.text(), theme);
        }
    }

    /// The moves, as many in a line as there is room for; those taken back are faint.
    fn draw_moves(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let mut moves = self.play.sitting().table().history();
        let played = moves.len();
        moves.extend_from_slice(&self.play.ahead);
        if moves.is_empty() {
            ui::put(buffer, (area.x, area.y), "none yet", area.width, theme.faint(), theme);
            return;
        }
        let mut rows: Vec<Vec<(usize, String)>> = vec![Vec::new()];
        let mut used = 0;
        let mut table = self.play.sitting().table().fork();
        for mv in &self.play.ahead {
            if table.play(mv).is_err() {
                break;
            }
        }
        let movers: Vec<_> = (0..moves.len()).map(|ply| table.mover(ply)).collect();
        let labels = self.play.game.rules().about().numbering.labels(&movers);
        for (i, mv) in moves.iter().enumerate() {
            let mark = self.reviewed.get(&(i + 1)).and_then(|seen| seen.mark);
            let text = format!("{}{mv}{}", labels[i].trim_end(), mark.map_or("", Mark::sign));
            let width = text.chars().count() + 1;
            if used + width > usize::from(area.width) + 1 && used > 0 {
                rows.push(Vec::new());
                used = 0;
            }
            used += width;
            if let Some(row) = rows.last_mut() {
                row.push((i + 1, text));
            }
        }
        let height = usize::from(area.height);
        let current =
            rows.iter().position(|row| row.iter().any(|(ply, _)| *ply >= played)).unwrap_or(0);
        let first = ui::first_shown(current, height, rows.len());
        for (y, row) in (area.y..).zip(rows.iter().skip(first).take(height)) {
            let mut x = area.x;
            for (ply, text) in row {
                let style = match ply {
                    ply if *ply == played => theme.bold().add_modifier(Modifier::REVERSED),
                    ply if *ply > played => theme.faint(),
                    ply => match self.play.sitting().table().mover(*ply - 1) {
                        Some(_) => theme.text(),
                        None => theme.faint(),
                    },
                };
                let width = (text.chars().count() as u16).min(area.right().saturating_sub(x));
                ui::put(buffer, (x, y), text, width, style, theme);
                self.hits.push((Rect::new(x, y, width, 1), Hit::Ply(*ply)));
                x += width + 1;
            }
        }
    }

    fn draw_lines(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let mut area = area;
        if let Some(remark) = self.remark() {
            let rows = ui::wrapped(&remark, usize::from(area.width));
            for (y, line) in (area.y..area.bottom()).zip(&rows) {
                ui::put(buffer, (area.x, y), line, area.width, theme.ink(tones::HINT), theme);
            }
            area = below(area, rows.len() as u16);
        }
        if let Turn::Over(outcome) = self.play.sitting().turn() {
            let players = &self.play.game.rules().about().players;
            let text = format!("{}.", Worth::at_end(outcome).in_words(players));
            for (y, line) in
                (area.y..area.bottom()).zip(ui::wrapped(&text, usize::from(area.width)))
            {
                ui::put(buffer, (area.x, y), &line, area.width, theme.text(), theme);
            }
            return;
        }
        let text = match (self.live.thought.clone(), self.live.on) {
            (Some(thought), _) => return self.draw_thought(&thought, false, theme, area, buffer),
            (None, true) => "thinking…",
            (None, false) => "% shows the best lines of an engine, deeper and deeper",
        };
        for (y, line) in (area.y..area.bottom()).zip(ui::wrapped(text, usize::from(area.width))) {
            ui::put(buffer, (area.x, y), &line, area.width, theme.faint(), theme);
        }
    }

    /// What the review says of the last move, if that has a mark.
    fn remark(&self) -> Option<String> {
        let seen = self.reviewed.get(&self.play.sitting().ply())?;
        let (mark, loss) = (seen.mark?, seen.loss?);
        let said = match (mark, seen.better.first()) {
            (Mark::Only, _) => format!("{}! is the only good move.", seen.played),
            (mark, None) => format!("{}{} costs {}.", seen.played, mark.sign(), loss.in_words()),
            (mark, Some(_)) => format!(
                "{}{} costs {}; better is {}.",
                seen.played,
                mark.sign(),
                loss.in_words(),
                seen.better[..seen.better.len().min(4)].join(" ")
            ),
        };
        Some(std::iter::once(said).chain(seen.why.iter().cloned()).collect::<Vec<_>>().join(" "))
    }

    fn draw_hint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        if let Some(thought) = self.hint.clone() {
            return self.draw_thought(&thought, true, theme, area, buffer);
        }
        let text = "! asks for a good move and the reasons for it";
        for (y, line) in (area.y..area.bottom()).zip(ui::wrapped(text, usize::from(area.width))) {
            ui::put(buffer, (area.x, y), &line, area.width, theme.faint(), theme);
        }
    }

    fn draw_thought(
        &mut self,
        thought: &Thought,
        reasons: bool,
        theme: Theme,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let player = self.to_move().unwrap_or(Player::First);
        let width = usize::from(area.width);
        let mut rows: Vec<(String, Style)> = Vec::new();
        for (n, line) in (1usize..).zip(&thought.lines) {
            let worth = thought.worth(n - 1, player);
            let score = match (worth, line.score) {
                (Some(worth), _) => worth.in_words(&self.play.game.rules().about().players),
                (None, Some((score, _))) => score.to_string(),
                (None, None) => String::new(),
            };
            let head = format!("{n} {score}");
            rows.push((head, theme.ink(tones::HINT).add_modifier(Modifier::BOLD)));
            let most = if reasons { 1 } else { 3 };
            let moves = ui::wrapped(&line.moves.join(" "), width.saturating_sub(2));
            rows.extend(moves.into_iter().take(most).map(|row| (format!("  {row}"), theme.text())));
        }
        if reasons {
            for sentence in &thought.why {
                rows.extend(
                    ui::wrapped(sentence, width).into_iter().map(|row| (row, theme.text())),
                );
            }
        }
        let n = thousands(thought.nodes);
        let noun = if thought.nodes == 1 { "node" } else { "nodes" };
        let nodes = format!("{}, {n} {noun}", words::plies(thought.depth));
        if thought.nodes > 0 {
            rows.push((nodes, theme.faint()));
        }
        let height = usize::from(area.height);
        let most = if rows.len() > height { rows.len() + 1 - height } else { 0 };
        self.scrolled = self.scrolled.min(most);
        let more = self.scrolled < most && area.height > 0;
        let shown = rows.iter().skip(self.scrolled);
        // The last row is for the sign that there is more.
        let bottom = area.bottom() - u16::from(more);
        for (y, (text, style)) in (area.y..bottom).zip(shown) {
            ui::put(buffer, (area.x, y), text, area.width, *style, theme);
        }
        if more {
            let more = theme.pick("▼ PgDn", "PgDn");
            let x = area.right() - more.chars().count() as u16;
            ui::put(buffer, (x, area.bottom() - 1), more, 6, theme.ink(tones::HINT), theme);
        }
    }

    fn draw_graph(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let mut area = area;
        let words: Vec<String> = self
            .verdict
            .iter()
            .flat_map(|line| ui::wrapped(line, usize::from(area.width)))
            .collect();
        let rows = words.len().min(usize::from(area.height) / 2);
        for (y, line) in (area.y..).zip(words.iter().take(rows)) {
            ui::put(buffer, (area.x, y), line, area.width, theme.text(), theme);
        }
        area = below(area, rows as u16);
        if self.bars.len() < 2 {
            let text = "who was ahead, move by move, once an engine has looked at the game";
            for (y, line) in (area.y..area.bottom()).zip(ui::wrapped(text, usize::from(area.width)))
            {
                ui::put(buffer, (area.x, y), &line, area.width, theme.faint(), theme);
            }
            return;
        }
        let points: Vec<(f64, f64)> = self
            .bars
            .iter()
            .map(|(&ply, worth)| (ply as f64, 2.0 * worth.expected - 1.0))
            .collect();
        let last = points.last().map_or(1.0, |point| point.0).max(1.0);
        let zero = [(0.0, 0.0), (last, 0.0)];
        let now =
            [(self.play.sitting().ply() as f64, -1.0), (self.play.sitting().ply() as f64, 1.0)];
        let marker = theme.pick(Marker::Braille, Marker::Dot);
        let line = |data, style| {
            Dataset::default().marker(marker).graph_type(GraphType::Line).style(style).data(data)
        };
        let sets = vec![
            line(&zero[..], theme.ink(tones::LINE)),
            line(&now[..], theme.ink(tones::FAINT)),
            line(&points[..], theme.ink(tones::HALO)),
        ];
        let [first, second] =
            Player::BOTH.map(|player| ui::cut(&theme.safe(self.play.name(player)), 6));
        let style = theme.ink(tones::LINE);
        let mut space = Buffer::empty(area);
        Chart::new(sets)
            .legend_position(None)
            .x_axis(Axis::default().bounds([0.0, last]).style(style))
            .y_axis(Axis::default().bounds([-1.05, 1.05]).labels([second, first]).style(style))
            .render(area, &mut space);
        if theme.ascii {
            for position in area.positions() {
                let cell = &mut space[position];
                let ascii = match cell.symbol() {
                    "•" => "*",
                    "│" => "|",
                    "─" => "-",
                    "└" => "+",
                    symbol if symbol.is_ascii() => continue,
                    _ => "?",
                };
                cell.set_symbol(ascii);
            }
        }
        if theme.fills() {
            space.set_style(area, Style::new().bg(theme.colour(tones::GROUND)));
        }
        buffer.merge(&space);
    }
}

fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}

/// `1234567` as `1.2 M`.
fn thousands(n: u64) -> String {
    match n {
        0..10_000 => n.to_string(),
        10_000..10_000_000 => format!("{} k", n / 1000),
        _ => format!("{} M", n / 1_000_000),
    }
}
