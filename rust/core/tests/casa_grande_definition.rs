//! The engine against the definition: legal sets, positions and reasons at every ply of directed and random games.

mod casa_grande_model;

use std::collections::{BTreeMap, BTreeSet};

use casa_grande_model::{Item, Model, Phase, cell_name, read_cell};
use serde_json::{Value, json};
use zellige_core::games::casa_grande::{CasaGrande, Node, Path, State, Top};
use zellige_core::{Game, Stream, Turn, laws};

/// How a game is played, so that rare rules come to decide.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// Uniform.
    Random,
    /// Platforms are laid whenever one fits, blocks on the highest plots.
    Climb,
    /// As `Climb`, but platforms are declined, so that towers grow.
    Tower,
    /// Blocks on other players' platforms and near the middle.
    Mix,
}

fn choose(model: &Model, legal: &[String], style: Style, stream: &mut Stream) -> String {
    let score = |text: &String| -> i64 {
        match (style, model.phase) {
            (Style::Random, _) | (_, Phase::Die | Phase::End) => 0,
            (_, Phase::Steps) => -i64::from(text != "step=0"),
            (Style::Climb | Style::Tower, Phase::Block) => model.height(read_cell(text)) as i64,
            (Style::Mix, Phase::Block) => match model.top(read_cell(text)) {
                Some(Item::Platform(id)) => 1 + i64::from(model.laid[id].owner != model.player),
                _ => 0,
            },
            (Style::Tower, Phase::Platform) => i64::from(text == "decline"),
            (_, Phase::Platform) => i64::from(text != "decline"),
        }
    };
    let best = legal.iter().map(score).max().expect("a legal move");
    let among: Vec<&String> = legal.iter().filter(|text| score(text) == best).collect();
    among[stream.below(among.len() as u32) as usize].clone()
}

fn compare(game: &CasaGrande, state: &State, model: &Model, legal: &BTreeSet<String>) {
    let actions = laws::legal_actions(game, state);
    for path in Path::available() {
        assert_eq!(laws::legal_actions(&game.clone().with_path(path), state), actions, "on path {}", path.name());
    }
    let names: Vec<String> = actions.iter().map(|&a| game.action_to_string(state, a).expect("in range")).collect();
    assert_eq!(names.iter().cloned().collect::<BTreeSet<_>>(), *legal, "legal moves");
    assert_eq!(names.len(), legal.len());
    let node = match model.phase {
        Phase::Die => Node::Die,
        Phase::Steps => Node::Steps,
        Phase::Block => Node::Block,
        Phase::Platform => Node::Platform,
        Phase::End => Node::End,
    };
    assert_eq!(state.node(), node);
    assert_eq!(usize::from(state.round()), model.round);
    if node != Node::End {
        assert_eq!(state.turn_player(), Some(model.player as u8));
    }
    assert_eq!(state.is_last_round(), model.blocks.contains(&0));
    for player in 0..model.money.len() {
        assert_eq!(state.money(player) as i32, model.money[player]);
        assert_eq!(i32::from(state.marker(player)), model.marker[player]);
        assert_eq!(usize::from(state.pawn(player)), model.pawn[player]);
        assert_eq!(usize::from(state.blocks(player)), model.blocks[player]);
        for (kind, platform) in game.tables().set.types().iter().enumerate() {
            assert_eq!(state.stock(player, kind), model.stock[player][&platform.name]);
        }
    }
    let heights = state.board().heights();
    for &cell in model.stacks.keys() {
        let plot = (cell.1 * 8 + cell.0) as u32;
        let top = match model.top(cell) {
            None => Top::Ground,
            Some(Item::Block(player)) => Top::Block(player as u8),
            Some(Item::Platform(id)) => Top::Platform(model.laid[id].owner as u8),
        };
        assert_eq!(state.board().top(plot), top, "top of {}", cell_name(cell));
        assert_eq!(state.board().height(plot), model.height(cell), "height of {}", cell_name(cell));
        assert_eq!(usize::from(heights[plot as usize]), model.height(cell));
    }
    let mask = |id: usize| model.laid[id].cells.iter().fold(0u64, |mask, &(x, y)| mask | 1 << (y * 8 + x));
    let ours: Vec<_> = state.laid(game.tables()).map(|laid| (laid.squares, laid.owner, laid.level)).collect();
    let theirs: Vec<_> =
        model.laid.iter().enumerate().map(|(id, p)| (mask(id), p.owner as u8, p.level as u8)).collect();
    assert_eq!(ours, theirs, "laid platforms");
    let mut whole: Vec<u64> = (0..model.laid.len()).filter(|&id| model.is_whole(id)).map(mask).collect();
    whole.sort_unstable();
    let found: Vec<u64> = state.whole_platforms(game.tables()).iter().map(|laid| laid.squares).collect();
    assert_eq!(found, whole, "platforms that are topmost on all their plots");
    assert_eq!(state.board().whole(), whole.iter().fold(0, |all, mask| all | mask));
}

/// Random moves of the phase, off the board too.
fn random_move(game: &CasaGrande, phase: Phase, stream: &mut Stream) -> String {
    let cell = cell_name((stream.below(10) as i32, stream.below(10) as i32));
    match phase {
        Phase::Steps => format!("step={}", stream.below(12)),
        Phase::Block => cell,
        _ => {
            let types = game.tables().set.types();
            format!("{}/{}@{cell}", types[stream.below(types.len() as u32) as usize].name, stream.below(4))
        }
    }
}

fn compare_reasons(
    game: &CasaGrande,
    state: &State,
    model: &Model,
    stream: &mut Stream,
    rules: &mut BTreeMap<String, u32>,
) {
    for _ in 0..6 {
        let text = random_move(game, model.phase, stream);
        let ours: Vec<_> = game.explain(state, &text).into_iter().map(|reason| (reason.rule, reason.cells)).collect();
        assert_eq!(ours, model.reasons(&text), "reasons for {text}");
        for (rule, _) in ours {
            *rules.entry(rule.into()).or_default() += 1;
        }
    }
}

/// Plays games; gives how often each rule was violated, and the highest platform level.
fn play(options: &Value, styles: &[Style], games: u64) -> (BTreeMap<String, u32>, usize, usize) {
    let game = CasaGrande::from_options(options.as_object().expect("an object")).expect("allowed options");
    let read = game.options();
    let mut rules = BTreeMap::new();
    let (mut level, mut height) = (0, 0);
    for number in 0..games {
        let style = styles[number as usize % styles.len()];
        let mut stream = Stream::new(3, number);
        let mut state = game.new_initial_state();
        let (players, blocks) = (usize::from(read.players), usize::from(read.blocks));
        let mut model = Model::new(&read.platforms, players, blocks, usize::from(read.max_rounds));
        while game.turn(&state) != Turn::Terminal {
            let legal = model.legal();
            compare(&game, &state, &model, &legal);
            if matches!(model.phase, Phase::Steps | Phase::Block | Phase::Platform) {
                compare_reasons(&game, &state, &model, &mut stream, &mut rules);
            }
            let legal: Vec<String> = legal.into_iter().collect();
            let text = choose(&model, &legal, style, &mut stream);
            let action = game.string_to_action(&state, &text).expect("a legal move");
            game.apply(&mut state, action);
            model.play(&text);
        }
        compare(&game, &state, &model, &BTreeSet::new());
        level = model.laid.iter().map(|laid| laid.level).chain([level]).max().unwrap_or(0);
        height = model.stacks.keys().map(|&cell| model.height(cell)).chain([height]).max().unwrap_or(0);
    }
    (rules, level, height)
}

#[test]
fn the_supplied_set() {
    let mut rules = BTreeSet::new();
    for (players, blocks) in [(2, 24), (3, 20), (4, 18), (4, 24)] {
        let options = json!({"players": players, "blocks": blocks});
        let (seen, level, _) = play(&options, &[Style::Random, Style::Climb, Style::Mix], 6);
        rules.extend(seen.into_keys());
        assert!(level >= 3, "platforms climb: {level}");
    }
    for rule in ["G5", "G7", "G10a", "G10b", "G10c", "G10d"] {
        assert!(rules.contains(rule), "{rule} was violated");
    }
}

#[test]
fn small_platforms_meet_twins_and_towers() {
    let set = json!({"name": "tiny", "platforms": [
        {"name": "O1", "rows": ["O"], "count": 9},
        {"name": "O2", "rows": ["O#"], "count": 9},
        {"name": "P2", "rows": ["#O"], "count": 4},
        {"name": "L3", "rows": ["O.", "##"], "count": 9},
    ]});
    let options = json!({"players": 3, "platforms": set, "max_rounds": 60});
    let (rules, level, _) = play(&options, &[Style::Climb, Style::Mix, Style::Random], 6);
    assert!(rules.contains_key("G10e"), "twins were met");
    assert!(level >= 6, "platforms climb: {level}");
    let (_, _, height) = play(&options, &[Style::Tower], 2);
    assert!(height >= 5, "towers grow: {height}");
}

#[test]
fn large_and_odd_shapes() {
    let set = json!({"name": "odd", "platforms": [
        {"name": "row", "rows": ["#O######"], "count": 3},
        {"name": "ring", "rows": ["O##", "#.#", "###"], "count": 3},
        {"name": "board", "rows": ["########", "########", "########", "########", "########", "########", "########", "###O####"], "count": 2},
        {"name": "s", "rows": [".O#", "##."], "count": 5},
        {"name": "u", "rows": ["#.#", "##O"], "count": 5},
        {"name": "hook", "rows": ["####", "#...", "#.##", "#..O", "####"], "count": 3},
    ]});
    let options = json!({"players": 2, "blocks": 20, "platforms": set, "max_rounds": 80});
    let (_, level, _) = play(&options, &[Style::Climb, Style::Random, Style::Mix], 9);
    assert!(level >= 3, "platforms climb: {level}");
}

/// A shape of up to six squares grown at random, some of them marked.
fn random_rows(stream: &mut Stream) -> Vec<String> {
    let mut cells = BTreeSet::from([(0, 0)]);
    for _ in 0..stream.below(6) {
        let &(x, y) = cells.iter().nth(stream.below(cells.len() as u32) as usize).expect("below their number");
        cells.insert([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)][stream.below(4) as usize]);
    }
    let columns = cells.iter().map(|cell| cell.0);
    let (left, right) = (columns.clone().min().expect("a cell"), columns.max().expect("a cell"));
    let rows = cells.iter().map(|cell| cell.1);
    let (bottom, top) = (rows.clone().min().expect("a cell"), rows.max().expect("a cell"));
    let marked = stream.below(cells.len() as u32) as usize;
    let mut letter = |x, y| match cells.iter().position(|&cell| cell == (x, y)) {
        None => '.',
        Some(index) => {
            if index == marked || stream.below(3) == 0 {
                'O'
            } else {
                '#'
            }
        }
    };
    (bottom..=top).rev().map(|y| (left..=right).map(|x| letter(x, y)).collect()).collect()
}

#[test]
fn random_sets_of_many_pictures() {
    let mut pictures = 0;
    for number in 0..3 {
        let mut stream = Stream::new(17, number);
        let types: Vec<Value> =
            (0..31).map(|i| json!({"name": format!("P{i}"), "rows": random_rows(&mut stream), "count": 1})).collect();
        let options =
            json!({"players": 2, "blocks": 18, "platforms": {"name": "own", "platforms": types}, "max_rounds": 14});
        let game = CasaGrande::from_options(options.as_object().expect("an object")).expect("allowed options");
        pictures = pictures.max(game.tables().pictures.len());
        play(&options, &[Style::Climb, Style::Mix], 2);
    }
    assert!(pictures > 64, "{pictures} pictures");
}

#[test]
fn a_set_without_platforms() {
    let options = json!({"platforms": {"name": "none", "platforms": []}, "max_rounds": 30});
    let (_, level, _) = play(&options, &[Style::Tower], 2);
    assert_eq!(level, 0);
}

/// Each player goes round from lane to lane of one corner plot and piles all his blocks there.
#[test]
fn towers_of_all_blocks() {
    let set = json!({"name": "dot", "platforms": [{"name": "O1", "rows": ["O"], "count": 3}]});
    let game = CasaGrande::from_options(json!({"platforms": set}).as_object().expect("an object")).expect("allowed");
    let mut state = game.new_initial_state();
    let mut model = Model::new(&game.options().platforms, 2, 24, 200);
    let mut dice = ["die=1", "die=5", "die=4", "die=4", "die=5", "die=1"].iter().flat_map(|die| [die, die]).cycle();
    while model.phase != Phase::End {
        let legal = model.legal();
        compare(&game, &state, &model, &legal);
        let (plot, platform) = [("a1", "O1/0@a1"), ("h8", "O1/0@h8")][model.player];
        let text = match model.phase {
            Phase::Die => *dice.next().expect("endless"),
            Phase::Steps => "step=0",
            Phase::Block => plot,
            _ if model.height(read_cell(plot)) % 10 == 9 => platform,
            _ => "decline",
        };
        assert!(legal.contains(text), "{text}");
        let action = game.string_to_action(&state, text).expect("a legal move");
        game.apply(&mut state, action);
        model.play(text);
    }
    compare(&game, &state, &model, &BTreeSet::new());
    assert_eq!(model.laid.iter().map(|laid| laid.level).collect::<Vec<_>>(), [9, 9]);
    assert_eq!(model.height((0, 0)), 24);
}
