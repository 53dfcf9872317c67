// The shapes that travel between server and page, for the type checker and for readers.

/** @typedef {'first'|'second'} Player */
/** @typedef {{kind:'dot'|'square'|'hexagon'|'circle'|'polygon', points?:[number,number][]}} Outline */
/** @typedef {{name:string, x:number, y:number, outline:Outline, tint:number}} Site */
/** A label that the page has moved into a square knows of which tint that is. @typedef {{text:string, x:number, y:number, size?:number, on?:number}} Label */
/** @typedef {{owner:Player, name:string, points:[number,number][]}} Rim */
/** @typedef {{site:number, dx:number, dy:number, most:number}} Stack */
/** @typedef {{name:string, owner:Player|null, shape:'stone'|'letter', hue:'owner'|'black'|'white'|'red'|'yellow', glyph:string, ascii:string}} Kind */
/**
 * `hand` and `falls` are not sent: the page finds out which pieces lie beside the board and cover several
 * places, and whether pieces fall to the bottom.
 * @typedef {{sites:Site[], edges:[number,number][], labels:Label[], rims:Rim[], kinds:Kind[],
 *   areas?:[number,number][][], stacks?:Stack[],
 *   hand?:Map<number, import('./board/shapes.js').Cells|null>|null, falls?:boolean}} Board
 */
/** @typedef {{site:number, kind:number, count:number}} Piece */
/** @typedef {{site:number, kind:'last'|'target'|'best'|'winning'|'note', rank?:number, text?:string|null}} Mark */
/** @typedef {{pieces:Piece[], marks:Mark[], dice:number[], notes:string[]}} Scene */
/** @typedef {{kind:'player', player:Player}|{kind:'chance'}|{kind:'over', winner:Player|null, points:number, reason:'board'|'resigned'|'agreed'|'time'|'adjudicated'|'forfeit'|'moves'|'unknown'}} Turn */
/** @typedef {{touched:number, from:number, to:number, taken?:number, taken_to?:number}} Hop */
/** @typedef {{text:string, path:number[], hops?:Hop[], ways?:Hop[][], probability?:number}} Move */
/** @typedef {{text:string, player:Player|null}} Played */
/** @typedef {{game:string, position:string, turn:Turn, legal:Move[], scene:Scene, last:number[], setup:string|null, moves:Played[]}} View */
/** @typedef {{kind:'human'|'bot', name:string, open:boolean, bot?:string|null}} Seat */
/** @typedef {{left_ms:number, increment_ms:number}} Clock */
/**
 * @typedef {View & {id:string, version:number, title:string, seats:[Seat,Seat], clocks:null|[Clock,Clock],
 *   running:Player|null, thinking:boolean, waiting?:string|null, draw_offer:Player|null, take_back?:Player|null, declined?:{wish:'draw'|'take_back', by:Player}|null, next?:string|null, can:{undo:boolean, redo:boolean},
 *   created:unknown, updated:unknown, fault?:string|null}} State
 */
/**
 * As the first player sees it.
 * @typedef {{text:string, short:string, kind:'proved'|'table'|'lower bound'|'upper bound'|'estimate', bar:number, expected:number,
 *   amount?:number, unit?:string, chances?:string}} Score
 */
/** @typedef {{score:Score|null, moves:string[], path:number[]}} Line */
/** @typedef {{lines:Line[], depth:number, nodes:number, seconds:number, why:string[]}} Thought */
/** @typedef {{kind:'flag'|'int'|'size'|'choice'|'text', min?:number|null, max?:number|null, choices?:string[]|null}} Values */
/** @typedef {{key:string, default:string, help:string, values:Values}} Param */
/** @typedef {{name:string, about:string, params:Param[], learned?:string|null}} Bot */
/** @typedef {{slug:string, title:string, summary:string, params:Param[], sample?:string[]|null}} GameEntry */
/**
 * @typedef {{name:string, slug:string, title:string, players:[string,string], rules:string, source:string,
 *   params:Param[], board:Board, turned?:Board, start:View, bots:Bot[], default_bot:string, pairs:boolean, levels:string[],
 *   has:{overlay:boolean, choices:boolean, editor:boolean, solver:boolean}, forms?:string[], toml?:string, conversation?:Talk}} Game
 */
/** @typedef {{site:number, distance:[number|null,number|null], promise:[number,number], dead:boolean, groups:[number,number]}} OverlaySite */
/** @typedef {{sites:OverlaySite[], groups:{player:Player, sites:number[], missing:number}[], choices:{site:number, moves:number}[], notes:string[]}} Overlay */
/** @typedef {{name:string, year:string, title:string, source:string, page:string, seats:{game:string, title:string, bot:string}[], talk?:string, records:string}} Exhibit */
/** @typedef {{game:string, title:string, problems:number}} ProblemSet */
/** @typedef {{id:string, game:string, position:string, question:string, grade:number, hardest:number, problems:number, tried:number, found:number}} ProblemQuestion */
/** @typedef {{right:boolean, best:string, answer:string}} ProblemAnswer */
/** @typedef {{problem:string, right:boolean}} Attempt */
/**
 * @typedef {{ply:number, number?:number, played:string, best:string|null, line:string[], score:Score|null, loss:string|null,
 *   mark:'only'|'good'|'inaccuracy'|'mistake'|'blunder', luck?:number, why?:string[]}} Reviewed
 */
/** @typedef {{turning_points:number[], verdict:string, sides:[string[],string[]], accuracy:[number|null,number|null], whole:boolean}} Review */
/** @typedef {{move:string, games:number, first:number, drawn:number, second:number, book?:Score}} Opening */
/** @typedef {{move:string, comment?:string|null, variations?:RecordNode[][]}} RecordNode */
/** @typedef {{game:string, setup:string|null, tags:Record<string,string>, result:unknown, moves:RecordNode[]}} GameRecord */
/** @typedef {{id:string, game:string, title:string, seats:[Seat,Seat], ply:number, turn:Turn, updated:unknown}} MatchEntry */
/** @typedef {{game:string, bot:string, won:number, drawn:number, lost:number}} Tally */
/** @typedef {'fixed'|'crazy'|'obstinate'|'interactive'|'follower'|'avoider'|'blocker'|'client'} RobotKind */
/** @typedef {{name:string, kind:RobotKind, team?:string, target?:string, sight:number, at:[number,number], steered:boolean}} RobotAbout */
/**
 * @typedef {{name:string, width:number, height:number, edges:'closed'|'torus', walls:[number,number][],
 *   robots:RobotAbout[], contest?:{kind:'catch'|'avoid'|'block', team:string, steps:number}}} RobotGround
 */
/** @typedef {{round:number, at:number[], refused:number[], caught:number[], points:number[]}} RobotMoment */
/**
 * @typedef {{version:number, seed:number, running:boolean, pace:number, ended?:'contest'|'limit', ready:number[],
 *   names:string[], said:{from:number, words:string}[], moment:RobotMoment}} RobotState
 */
/** @typedef {{id:string, ground:RobotGround, toml:string, state:RobotState}} RobotWorld */
/** @typedef {{ground:RobotGround, seed:number, names:string[], moments:RobotMoment[]}} RobotReplay */
/** @typedef {{round:number, games:number, loss:number, unseen:number|null, seconds:number, strength:{games:number, score:number, score_error:number}|null}} RunPoint */
/** @typedef {{name:string, game:string, title:string, command:string, against:string, began:string, points:RunPoint[], ended:boolean, play:string}} Run */

export {};
/** @typedef {{says:string, does:string, wants_file?:boolean}} Saying */
/** @typedef {{name:string, title:string, about:string, game:string, ways:{name:string, title:string}[], commands:Saying[], sayings:Saying[]}} Talk */
/**
 * @typedef {{lines:string[], prompt:string, position:string|null, asks_for_move:boolean, suggestions:Saying[], refused:boolean,
 *   changes:boolean, file?:{name:string, text:string}}} Conversation
 */
