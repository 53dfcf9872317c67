//! The messages of henge: what a server, a page and other programs say to each other about games.
//!
//! Plain types with serde and an OpenAPI schema; a front end differs in its transport only. What
//! `henge_core::erased` holds is turned into these by `from` and `of`.

mod board;
mod conversation;
mod engine;
mod error;
mod games;
mod matches;
mod museum;
mod openings;
mod overlay;
mod problems;
mod records;
mod robots;
mod runs;
mod table;

pub use board::{
    Board, Hue, Kind, Label, Mark, MarkKind, Outline, OutlineKind, Piece, Rim, Scene, Shape, Site,
};
pub use conversation::{
    Conversation, ConversationAbout, ConversationFile, ConversationRequest, ConversationSaying,
    ConversationWay, Conversations,
};
pub use engine::{
    AnalyseRequest, Line, PlyMark, Review, ReviewPly, ReviewRequest, Score, WarnRequest, Warning,
};
pub use engine::{ScoreWord, Thought};
pub use error::{Error, ErrorBody};
pub use games::{
    About, BotAbout, FileFault, Games, Has, OwnGame, OwnGameRequest, Param, Summary, Values,
    ValuesKind,
};
pub use matches::{
    Action, ActionRequest, Can, ClockRequest, ClockState, ConnectionLoad, Created, Declined,
    EngineLoad, Health, HintRequest, JoinRequest, Joined, MatchSummary, Matches, MoveRequest,
    NewMatch, NewSeat, Reach, RematchRequest, Seat, SeatKind, State, Tallies, Tally, Tokens, Wish,
};
pub use museum::{Exhibit, ExhibitSeat, Museum};
pub use openings::{Opening, Openings};
pub use overlay::{Group, Overlay, SiteChoices, SiteOverlay};
pub use problems::{
    ProblemAnswer, ProblemAnswerRequest, ProblemAttempt, ProblemQuestion, ProblemRequest,
    ProblemSet, ProblemSets,
};
pub use records::{
    Node, NodeOrText, ReadRequest, ReadResponse, Record, WriteRequest, WriteResponse,
};
pub use robots::{
    NewRobotWorld, RobotAbout, RobotAction, RobotCheck, RobotCheckRequest, RobotContest,
    RobotGround, RobotMoment, RobotReplay, RobotReplayRequest, RobotSaid, RobotScenario,
    RobotScenarios, RobotState, RobotWorld,
};
pub use runs::{Run, RunPoint, RunStrength, Runs};
pub use table::{ComposeRequest, Hop, Move, Played, Player, Reason, TableRequest, Turn, View};
