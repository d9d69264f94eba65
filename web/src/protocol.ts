/**
 * What goes over the wire. Made by `make protocol` from the server's models
 * (caboose/server/protocol): change those, not this.
 */

/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Entry".
 */
export type Entry = "all" | "people" | "bots";
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ArenaStatus".
 */
export type ArenaStatus = "coming" | "running" | "over";
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Status".
 */
export type Status = "waiting" | "playing" | "over" | "closed" | "frozen";
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "MayNotWatch".
 */
export type MayNotWatch = "not_watched" | "sent_away" | "name_to_watch" | "sealed";
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Control".
 */
export type Control = "person" | "bot";
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Room".
 */
export type Room = "table" | "spectators";
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ClientMessage".
 */
export type ClientMessage =
  AskHint | AskRoute | AskStanding | AskTickets | Mute | Ping | Play | React | Say | TakeBack;
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Reaction".
 */
export type Reaction = "hello" | "well_played" | "oh_no" | "thinking" | "thanks";
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Flag".
 */
export type Flag = "same_device" | "same_network" | "newcomer" | "alike" | "leap" | "twice";
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Phase".
 */
export type Phase = "first_tickets" | "turn" | "second_card" | "payment" | "keep_tickets" | "over";
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Scoring".
 */
export type Scoring = "total" | "matchpoints" | "imps";
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ServerMessage".
 */
export type ServerMessage =
  | Ack
  | Bye
  | ChatLine
  | HintAnswer
  | Pong
  | ReactionMessage
  | Refused
  | RouteAnswer
  | StandingAnswer
  | TableMessage
  | TicketsAnswer
  | View;

/**
 * The command is stored; its action has number `n`.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Ack".
 */
export interface Ack {
  cmd_id: string;
  n: number;
  t: "ack";
}
/**
 * Who waits for opponents at present, by what they want to play.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AllWaiting".
 */
export interface AllWaiting {
  waiting: Waiting[];
}
/**
 * How many wait for the same.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Waiting".
 */
export interface Waiting {
  clock: ClockOptions;
  edition: string;
  people: number;
  rated: boolean;
  seats: number;
}
/**
 * Time for each turn, and a bank for the whole game. Days per turn are a long turn.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ClockOptions".
 */
export interface ClockOptions {
  bank_seconds: number;
  turn_seconds: number;
}
/**
 * How far the analysis of a game is; and all of it, once it is done.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AnalysisAnswer".
 */
export interface AnalysisAnswer {
  analysis: GameAnalysis | null;
  progress: AnalysisProgress;
  version: string | null;
}
/**
 * What a game was worth.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "GameAnalysis".
 */
export interface GameAnalysis {
  depth: string;
  key_moments: number[];
  made_by: string;
  pieces: AnalysisPiece[];
  /**
   * By seat, in shares of the win
   */
  start: number[];
  summaries: AnalysisSummary[];
  sums: AnalysisSum[];
}
/**
 * The deal or one action: what it changed, and what the position was worth after it.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AnalysisPiece".
 */
export interface AnalysisPiece {
  action: string | null;
  at: number;
  grade: DecisionGrade | null;
  /**
   * By seat, in shares of the win
   */
  luck: number[];
  /**
   * By seat, in shares of the win
   */
  play: number[];
  seat: number | null;
  /**
   * By seat, in shares of the win
   */
  shares: number[];
  /**
   * By seat, in shares of the win
   */
  unknown: number[];
}
/**
 * What a decision was worth.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "DecisionGrade".
 */
export interface DecisionGrade {
  best: string;
  candidates: AnalysisCandidate[];
  error: number;
  error_error: number;
  is_counted: boolean;
  kind: string | null;
  mark: ("inaccuracy" | "mistake" | "blunder") | null;
  offer: number[];
  phase: string;
  played: string | null;
  points: number;
  points_error: number;
  reference: string;
  same_as: number | null;
  sentences: AnalysisSentence[];
  turns_missed: number;
}
/**
 * A move that was compared, and what it was worth to its seat by what that seat could know.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AnalysisCandidate".
 */
export interface AnalysisCandidate {
  action: string;
  lead: number;
  score: number;
  share: number;
  share_error: number;
  tickets: TicketOdds[];
  worlds: number;
}
/**
 * How often a ticket that is kept comes to be completed.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "TicketOdds".
 */
export interface TicketOdds {
  odds: number;
  ticket: number;
}
/**
 * What is to be said: a code, and what it speaks of.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AnalysisSentence".
 */
export interface AnalysisSentence {
  code: string;
  values: {
    [k: string]: unknown;
  };
}
/**
 * One seat, on a card.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AnalysisSummary".
 */
export interface AnalysisSummary {
  accuracy: number | null;
  best: number | null;
  costliest: number | null;
  decisions: number;
  level: string | null;
  lost: number;
  luck: number;
  luck_adjusted: number;
  luck_points: number;
  marks: {
    [k: string]: number;
  };
  mean_error: number | null;
  points_lost: number;
  result: number;
  seat: number;
  unknown: number;
}
/**
 * How a result came about: start, luck and play add up to it.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AnalysisSum".
 */
export interface AnalysisSum {
  luck: number;
  luck_adjusted: number;
  others_errors: number;
  own_errors: number;
  result: number;
  start: number;
  unknown: number;
}
/**
 * How far an analysis is.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AnalysisProgress".
 */
export interface AnalysisProgress {
  ahead: number;
  done: number;
  status: "none" | "paused" | "waiting" | "working" | "done" | "failed";
  wanted: number;
}
/**
 * An arena as it stands.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Arena".
 */
export interface Arena {
  arena: ArenaLine;
  standings: Standing[];
  you: ArenaSeat;
}
/**
 * An arena in a list.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ArenaLine".
 */
export interface ArenaLine {
  clock: ClockOptions;
  edition: string;
  ends_at: number;
  entry: Entry;
  id: string;
  name: string;
  next: string | null;
  owner: string | null;
  players: number;
  rated: boolean;
  repeats: boolean;
  seats: number;
  starts_at: number;
  status: ArenaStatus;
}
/**
 * Somebody in an arena: their place, points, and whether they play or are there.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Standing".
 */
export interface Standing {
  bot: boolean;
  games: number;
  guest: string;
  here: boolean;
  name: string;
  place: number;
  score: number;
  table: string | null;
  wins: number;
}
/**
 * What the sender is in an arena.
 *
 * `found`: take the seat at `table` under this commitment. `playing`: the game goes on there.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ArenaSeat".
 */
export interface ArenaSeat {
  commitment: string | null;
  status: "out" | "away" | "waiting" | "found" | "playing";
  table: string | null;
}
/**
 * Arenas that are coming, running, or lately over.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Arenas".
 */
export interface Arenas {
  arenas: ArenaLine[];
}
/**
 * What would a good bot do? Answered where all others are bots.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AskHint".
 */
export interface AskHint {
  id: string;
  t: "ask_hint";
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AskRoute".
 */
export interface AskRoute {
  id: string;
  route: string;
  t: "ask_route";
}
/**
 * Where do all seats stand for the bonuses? It lies open, so spectators may ask, too.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AskStanding".
 */
export interface AskStanding {
  id: string;
  t: "ask_standing";
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AskTickets".
 */
export interface AskTickets {
  id: string;
  t: "ask_tickets";
}
/**
 * Whom to ask to a table.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "AskToTable".
 */
export interface AskToTable {
  guest: string;
}
/**
 * Somebody asks one to sit down at their table.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Asked".
 */
export interface Asked {
  at: number;
  by: string;
  name: string;
  table: TableLine;
}
/**
 * A table in a list.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "TableLine".
 */
export interface TableLine {
  active_at: number | null;
  bots: string[];
  clock: ClockOptions | null;
  created_at: number;
  edition: string;
  edition_name: string;
  ended_at: number | null;
  id: string;
  name: string;
  open_chairs: number;
  players: string[];
  rated: boolean;
  running: Running | null;
  status: Status;
  totals: number[];
  watch: boolean;
  whose: string | null;
  winners: number[];
  your_turn: boolean;
}
/**
 * How a game that is played stands, as everybody at the table sees it.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Running".
 */
export interface Running {
  alone: boolean;
  points: number[];
  round: number;
  seat: number | null;
  waits_for: number[];
  your_turn: boolean;
}
/**
 * A ban that holds; without an end it holds until it is lifted.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "BanLine".
 */
export interface BanLine {
  created_at: number;
  guest: string | null;
  id: number;
  name: string | null;
  network: string | null;
  until: number | null;
  why: string;
}
/**
 * All bans that hold, newest first.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "BanLines".
 */
export interface BanLines {
  bans: BanLine[];
}
/**
 * The most of something in an edition, and in which game it was.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Best".
 */
export interface Best {
  edition: string;
  n: number;
  table: string;
}
/**
 * What is printed on a map.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Board".
 */
export interface Board {
  cities: City[];
  districts: District[];
  name: string;
  routes: Route[];
}
/**
 * A city, where it lies on the globe, and what it is worth to reach it.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "City".
 */
export interface City {
  attraction: number;
  big: boolean;
  id: string;
  lat: number;
  lon: number;
  name: string;
}
/**
 * Cities that score together once a seat's routes connect them all.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "District".
 */
export interface District {
  cities: string[];
  color: string;
  id: string | number;
  points: number;
}
/**
 * One line of spaces. A double route is two of these, each the other's twin.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Route".
 */
export interface Route {
  /**
   * @minItems 2
   * @maxItems 2
   */
  cities: [string, string];
  color: string;
  id: string;
  length: number;
  twin: string | null;
}
/**
 * The level or name of a bot that is to sit where nobody has come.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "BotInstead".
 */
export interface BotInstead {
  bot: string;
}
/**
 * The connection ends, and why.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Bye".
 */
export interface Bye {
  code: ("closed" | "too_fast" | "too_slow" | "stopping" | "ended" | "banned") | MayNotWatch;
  sentence: string;
  t: "bye";
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Cards".
 */
export interface Cards {
  [k: string]: number;
}
/**
 * A place at a table, and who is there.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Chair".
 */
export interface Chair {
  bot: string | null;
  chair: number;
  control: Control;
  guest: string | null;
  kind: "open" | "person" | "bot";
  name: string;
  present: boolean;
  program: boolean;
  ready: boolean;
  seat: number | null;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ChatLine".
 */
export interface ChatLine {
  at: number;
  guest: string | null;
  id: number;
  name: string;
  room: Room;
  t: "chat";
  text: string;
}
/**
 * May people write at this table?
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ChatSwitch".
 */
export interface ChatSwitch {
  on: boolean;
}
/**
 * The name that a guest wants to keep.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Claim".
 */
export interface Claim {
  name: string;
}
/**
 * What a claim would bring besides tickets; no bonus that the edition does not give.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ClaimEffects".
 */
export interface ClaimEffects {
  attractions: string[];
  districts: number[];
  globetrotter: GlobetrotterEffect | null;
  last_round: boolean;
  path: PathEffect | null;
  points: number;
  trains: number;
}
/**
 * The seat's completed tickets now and after the claim, and the most another keeps.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "GlobetrotterEffect".
 */
export interface GlobetrotterEffect {
  before: number;
  completed: number;
  others: number;
}
/**
 * The seat's longest path now and after the claim, and the longest of the others.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "PathEffect".
 */
export interface PathEffect {
  before: number;
  length: number;
  others: number;
  seats: number[];
}
/**
 * Hear a guest's chat and see their reactions no more, or again.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Mute".
 */
export interface Mute {
  guest: string;
  muted?: boolean;
  t: "mute";
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Ping".
 */
export interface Ping {
  t: "ping";
}
/**
 * Play an action. `at` is how many actions the sender has seen.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Play".
 */
export interface Play {
  action: string;
  at: number;
  cmd_id: string;
  t: "play";
}
/**
 * Show one of a few faces at one's own card: said without words, and kept nowhere.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "React".
 */
export interface React {
  reaction: Reaction;
  t: "react";
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Say".
 */
export interface Say {
  room?: Room;
  t: "say";
  text: string;
}
/**
 * Decide again for one's own seat, for which a bot stands in. Playing anything does it, too.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "TakeBack".
 */
export interface TakeBack {
  t: "take_back";
}
/**
 * Whose time is running. Without a clock, `seats` is empty.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Clock".
 */
export interface Clock {
  now: number;
  seats: SeatClock[];
}
/**
 * A seat's time: its turn ends first, then its bank runs out.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "SeatClock".
 */
export interface SeatClock {
  bank: number;
  running: boolean;
  seat: number;
  turn: number;
}
/**
 * Somebody wants the running game to be closed. When nobody is missing any more, it is.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Closing".
 */
export interface Closing {
  agreed: number[];
  missing: number[];
}
/**
 * Whose code it is.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "CodeOwner".
 */
export interface CodeOwner {
  name: string;
}
/**
 * One action, as on the socket.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Command".
 */
export interface Command {
  action: string;
  at: number;
  cmd_id: string;
}
/**
 * A day's deals.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Daily".
 */
export interface Daily {
  day: string;
  deals: DealLine[];
  ends_at: number;
  is_open: boolean;
  longest_streak: number;
  now: number;
  streak: number;
  today: string;
}
/**
 * One of a day's deals.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "DealLine".
 */
export interface DealLine {
  bots: string[];
  edition: string;
  mine: OwnAttempt | null;
  players: number;
  seat: number;
}
/**
 * How far one is with a deal.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "OwnAttempt".
 */
export interface OwnAttempt {
  compared_with: number;
  flag: Flag | null;
  instance: number;
  place: number | null;
  ranked: number;
  share: number | null;
  status: "playing" | "over" | "unfinished";
  table: string;
  total: number | null;
}
/**
 * What somebody made of a deal.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "DealResult".
 */
export interface DealResult {
  flag: Flag | null;
  instance: number;
  member: string | null;
  name: string;
  place: number | null;
  share: number | null;
  table: string | null;
  total: number;
  you: boolean;
}
/**
 * A deal's results. While it is open they are for those who have played it.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "DealResults".
 */
export interface DealResults {
  day: string;
  edition: string;
  ends_at: number;
  instances: InstanceLine[];
  is_open: boolean;
  players: number;
  results: DealResult[];
}
/**
 * What one instance of a deal was worth to those who played it.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "InstanceLine".
 */
export interface InstanceLine {
  best: string | null;
  instance: number;
  median: number | null;
  par: number | null;
  players: number;
}
/**
 * The table at which somebody plays a deal.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "DealTable".
 */
export interface DealTable {
  table: string;
}
/**
 * A browser that is signed in.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Device".
 */
export interface Device {
  device: string;
  here: boolean;
  id: string;
  seen_at: number;
  since: number;
}
/**
 * A code by which another device comes in as this member: once, and soon.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "DeviceCode".
 */
export interface DeviceCode {
  code: string;
  path: string;
  until: number;
}
/**
 * The action is stored, and this is the view after it.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Done".
 */
export interface Done {
  cmd_id: string;
  n: number;
  view: View;
}
/**
 * All that the receiver may know now, and the steps since the last view it was sent.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View {
  at: number;
  clock: Clock;
  legal: string[] | null;
  own: OwnPart | null;
  public: PublicPart;
  since: number;
  steps: Step[];
  t: "view";
}
/**
 * What only one seat knows.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "OwnPart".
 */
export interface OwnPart {
  drawn_since_shuffle: Cards;
  hand: Cards;
  in_ticket_deck: KnownTicket[];
  offer: number[];
  removed: number[];
  returned: number[];
  tickets: number[];
}
/**
 * A ticket that this seat returned, and where in the ticket deck it lies, from 1.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "KnownTicket".
 */
export interface KnownTicket {
  place: number;
  ticket: number;
}
/**
 * What lies open on the table, and how much lies face down.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "PublicPart".
 */
export interface PublicPart {
  actions: number;
  chance: number;
  closed: string[];
  deck: number;
  discard: Cards;
  edition: string;
  end_reason: string | null;
  face_up: (string | null)[];
  final_turns_left: number | null;
  hands: number[];
  longest_paths?: string[][] | null;
  offers: number[];
  passes: number;
  pending_route: string | null;
  phase: Phase;
  route_points: number[];
  routes: {
    [k: string]: number;
  };
  score?: Score | null;
  seat: number;
  seats: number;
  seen: Cards[];
  since_shuffle: SinceShuffle;
  state?: {
    [k: string]: unknown;
  } | null;
  ticket_deck: number;
  tickets: number[];
  trains: number[];
  turns: number;
  waiting_for: number[];
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Score".
 */
export interface Score {
  seats: SeatScore[];
  winners: number[];
}
/**
 * One seat's line of the score sheet.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "SeatScore".
 */
export interface SeatScore {
  bonuses: {
    [k: string]: number;
  };
  completed: number;
  path_length: number;
  rank: number;
  routes: number;
  tickets: TicketPoints[];
  total: number;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "TicketPoints".
 */
export interface TicketPoints {
  points: number;
  ticket: number;
}
/**
 * What everybody could remember since the last shuffle.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "SinceShuffle".
 */
export interface SinceShuffle {
  blind: number[];
  deck: Cards;
  revealed: Cards;
  spent: Cards[];
}
/**
 * One action with what happened, as the receiver may see it. Set-up has no seat and action.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Step".
 */
export interface Step {
  action: string | null;
  events: GameEvent[];
  seat: number | null;
  timed_out: boolean;
}
/**
 * Something the table saw happen, with its facts; those that the receiver may not know lack.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "GameEvent".
 */
export interface GameEvent {
  kind: string;
  seat?: number | null;
  [k: string]: unknown;
}
/**
 * A duel, as it looks to the one who asks; to a spectator, as it does to the challenger.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Duel".
 */
export interface Duel {
  deals: DuelDeal[];
  edition: string;
  ends_at: number;
  id: string;
  me: DuelPlayer;
  now: number;
  places: DuelPlace[];
  rival: DuelPlayer | null;
  role: "challenger" | "rival" | "invited" | "other";
  scoring: Scoring;
  status: "offered" | "running" | "over";
  team_of: number;
}
/**
 * One of a duel's deals: one's own result, and the other's once both are done.
 *
 * In a duel of teams, the tables are one's own and the other one, and the totals those of the
 * teams: of all their seats at both tables.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "DuelDeal".
 */
export interface DuelDeal {
  number: number;
  points: number | null;
  rival_points: number | null;
  rival_table: string | null;
  rival_total: number | null;
  status: "open" | "playing" | "over" | "unfinished";
  table: string | null;
  total: number | null;
}
/**
 * One of the two, or of the two teams.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "DuelPlayer".
 */
export interface DuelPlayer {
  done: number;
  name: string;
  points: number | null;
}
/**
 * A place in a team: whoever has it sits at one of the two tables, in every deal.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "DuelPlace".
 */
export interface DuelPlace {
  name: string | null;
  place: number;
  table: 1 | 2;
  team: 1 | 2;
  you: boolean;
}
/**
 * One's own duels, and those one is challenged to; newest first.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Duels".
 */
export interface Duels {
  /**
   * @maxItems 50
   */
  duels: Duel[];
}
/**
 * The numbers of one rulebook with its tickets, and the board that it is played on.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Edition".
 */
export interface Edition {
  attractions: boolean;
  board: Board;
  cards_per_color: number;
  colors: string[];
  districts: boolean;
  doubles_open_from: number;
  final_trains: number;
  first_keep: number;
  first_offer: number;
  globetrotter: number;
  id: string;
  keep: number;
  locomotives: number;
  longest_path: number;
  max_seats: number;
  min_seats: number;
  name: string;
  offer: number;
  returned_first_tickets_leave: boolean;
  route_points: number[];
  starting_hand: number;
  tickets: Ticket[];
  tie_break: string[];
  trains: number;
  words: Words;
}
/**
 * Two cities to connect, for points; they are lost if that fails.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Ticket".
 */
export interface Ticket {
  /**
   * @minItems 2
   * @maxItems 2
   */
  cities: [string, string];
  points: number;
}
/**
 * What a screen calls the pieces; the code says train and locomotive everywhere.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Words".
 */
export interface Words {
  locomotive: string;
  locomotives: string;
  train: string;
  trains: string;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "EditionLine".
 */
export interface EditionLine {
  board: string;
  digest: string;
  id: string;
  max_seats: number;
  min_seats: number;
  name: string;
  own_board: boolean;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Editions".
 */
export interface Editions {
  editions: EditionLine[];
}
/**
 * What somebody's finished games add up to.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Figures".
 */
export interface Figures {
  all: WinShare;
  best_scores: Best[];
  by_edition: WinShare[];
  by_rival: WinShare[];
  by_seats: WinShare[];
  longest_paths: Best[];
  routes: {
    [k: string]: {
      [k: string]: number;
    };
  };
  streak: Streak;
  tickets: TicketFigures;
}
/**
 * So many games of a kind, so many won, and the bounds of the share (95 %).
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "WinShare".
 */
export interface WinShare {
  games: number;
  high: number;
  key: string;
  low: number;
  wins: number;
}
/**
 * Wins in a row.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Streak".
 */
export interface Streak {
  most: number;
  now: number;
}
/**
 * Tickets over all games: held at the end, completed, and what they brought together.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "TicketFigures".
 */
export interface TicketFigures {
  completed: number;
  kept: number;
  points: number;
}
/**
 * A finished game.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "FinishedGame".
 */
export interface FinishedGame {
  actions: {
    [k: string]: unknown;
  }[];
  log: {
    [k: string]: unknown;
  }[];
  promise: Pledge;
  record: string;
  score: Score;
  table: TableInfo;
}
/**
 * How the game's key is made; the secret and the nonces are shown when the game has ended.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Pledge".
 */
export interface Pledge {
  commitment: string;
  nonces: string[] | null;
  secret: string | null;
}
/**
 * A table: what everybody may know of it besides the game.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "TableInfo".
 */
export interface TableInfo {
  arena: string | null;
  chairs: Chair[];
  closing: Closing | null;
  continues: string | null;
  created_at: number;
  deal: string | null;
  edition: string;
  edition_name: string;
  id: string;
  name: string;
  options: Options;
  own_board: boolean;
  owner: string | null;
  promise: Pledge;
  rematch: string | null;
  rematch_of: string | null;
  sealed: boolean;
  sentence: string | null;
  spectators: Spectator[];
  status: Status;
  whose: string | null;
  why: string | null;
}
/**
 * How a table is played.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Options".
 */
export interface Options {
  chat: boolean;
  clock: ClockOptions | null;
  listed: boolean;
  order: "given" | "lot";
  rated: boolean;
  start: "owner" | "full";
  tv: boolean;
  watch: "anyone" | "nobody";
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Spectator".
 */
export interface Spectator {
  guest: string;
  name: string;
}
/**
 * A member who follows one, is followed or blocked; or a guest who is blocked.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Follower".
 */
export interface Follower {
  guest: string;
  name: string;
  since: number;
}
/**
 * Somebody one follows, and where they sit now, if they let others watch.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Friend".
 */
export interface Friend {
  guest: string;
  name: string;
  since: number;
  tables: TableLine[];
}
/**
 * Everybody one has to do with.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Friends".
 */
export interface Friends {
  asked: Asked[];
  blocked: Follower[];
  followers: Follower[];
  friends: Friend[];
}
/**
 * A finished game of one's own.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "GameLine".
 */
export interface GameLine {
  bots: (string | null)[];
  edition: string;
  ended_at: number;
  players: string[];
  rated: boolean;
  seat: number;
  table: string;
  totals: number[];
  won: boolean;
}
/**
 * What is to be played, with a clock of less than a day per turn.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "GameWanted".
 */
export interface GameWanted {
  clock: ClockOptions;
  edition: string;
  rated: boolean;
  seats: number;
}
/**
 * What the analysis of a game says about one's own seat.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "GameWorth".
 */
export interface GameWorth {
  accuracy: number | null;
  edition: string;
  ended_at: number;
  luck: number;
  table: string;
}
/**
 * Finished games, newest first; how many there are in all that fit.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Games".
 */
export interface Games {
  found: number;
  games: GameLine[];
  parquet: boolean;
}
/**
 * Which of one's games to list; what is empty or 0 filters nothing.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "GamesWanted".
 */
export interface GamesWanted {
  edition: string;
  limit: number;
  rated: "" | "yes" | "no";
  result: "" | "won" | "lost";
  rivals: "" | "bots" | "people";
  search: string;
  seats: number;
  skip: number;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Health".
 */
export interface Health {
  connections: number;
  database: "sqlite" | "postgresql";
  status: "ok";
  tables: number;
  version: string;
}
/**
 * A table, and what the sender is at it.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Here".
 */
export interface Here {
  table: TableInfo;
  you: You;
}
/**
 * What the receiver is at this table.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "You".
 */
export interface You {
  chair: number | null;
  chairs: number[];
  devices: {
    [k: string]: number;
  };
  guest: string | null;
  may_hint: boolean;
  owner: boolean;
  seat: number | null;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "HintAnswer".
 */
export interface HintAnswer {
  action: string;
  at: number;
  goal: string | null;
  id: string;
  others: HintOption[];
  plan: HintPlan | null;
  reason: HintReason;
  suspicions: HintSuspicion[];
  t: "hint";
  why: string;
}
/**
 * Another move, and how many points less it is expected to bring than the best.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "HintOption".
 */
export interface HintOption {
  action: string;
  cost: number;
}
/**
 * The routes that a bot means to claim, along the way, for tickets worth so many points.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "HintPlan".
 */
export interface HintPlan {
  points: number;
  routes: string[];
  trains: number;
}
/**
 * Why a bot would do something, as facts that any language has a sentence for.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "HintReason".
 */
export interface HintReason {
  cards: number | null;
  code:
    | "completes"
    | "nearer"
    | "points"
    | "collects"
    | "more_cards"
    | "later"
    | "keeps"
    | "tickets"
    | "spares_color"
    | "spares_locomotives"
    | "spares"
    | "only";
  color: string | null;
  points: number | null;
  route: string | null;
  ticket: number | null;
  trains: number | null;
  turns: number | null;
}
/**
 * A ticket that another seat probably holds, as the asking seat can tell from its own view.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "HintSuspicion".
 */
export interface HintSuspicion {
  chance: number;
  seat: number;
  ticket: number;
}
/**
 * An offer of a chair. Looking at it takes nothing.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Invitation".
 */
export interface Invitation {
  chair: number;
  table: TableInfo;
  taken: boolean;
}
/**
 * Who is rated in a pool: by what they are worth at least, and the bots that fix the scale.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Leaderboard".
 */
export interface Leaderboard {
  bots: RatingLine[];
  members: RatingLine[];
  pool: string;
}
/**
 * A member, or a house bot, on a leaderboard.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "RatingLine".
 */
export interface RatingLine {
  bot_of: string | null;
  games: number;
  guest: string | null;
  name: string;
  provisional: boolean;
  rating: number;
  unsure: number;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "LevelLine".
 */
export interface LevelLine {
  name: string;
  sentence: string;
  wins: number;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Levels".
 */
export interface Levels {
  levels: LevelLine[];
}
/**
 * A link to a chair, or for a member's other device, whole, as a phone would open it.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "LinkToDraw".
 */
export interface LinkToDraw {
  address: string;
}
/**
 * The owner's links, again: the invitations that are still open.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Links".
 */
export interface Links {
  invitations: {
    [k: string]: string;
  };
}
/**
 * The guest of this browser, and the promise for the next table it opens.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Me".
 */
export interface Me {
  bot: boolean;
  commitment: string;
  guest: string;
  member: boolean;
  name: string;
}
/**
 * A bot of a member's.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "MemberBot".
 */
export interface MemberBot {
  created_at: number;
  guest: string;
  name: string;
  seen_at: number;
}
/**
 * A member's bots, and how many they may have.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "MemberBots".
 */
export interface MemberBots {
  bots: MemberBot[];
  most: number;
}
/**
 * What a member has, for themselves alone.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Membership".
 */
export interface Membership {
  codes_left: number;
  devices: Device[];
  may_have_passkeys: boolean;
  name: string;
  passkeys: Passkey[];
  rename_at: number;
  since: number;
}
/**
 * A key that a device keeps for a member.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Passkey".
 */
export interface Passkey {
  created_at: number;
  device: string;
  id: string;
  used_at: number | null;
}
/**
 * A guest as they were called at the table; without an id once they are forgotten.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Named".
 */
export interface Named {
  guest: string | null;
  name: string;
}
/**
 * An arena to open: a tournament over a fixed time.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "NewArena".
 */
export interface NewArena {
  clock: ClockOptions;
  edition: string;
  entry: Entry;
  minutes: number;
  name: string;
  rated: boolean;
  /**
   * When it is over, the next one begins.
   */
  repeats: boolean;
  seats: number;
  /**
   * Minutes until it starts.
   */
  starts_in: number;
}
/**
 * Keep a guest or a network away: for so many hours, or until the ban is lifted.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "NewBan".
 */
export interface NewBan {
  guest?: string | null;
  hours?: number | null;
  network?: string | null;
  why?: string;
}
/**
 * A bot of the sender's, to be made.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "NewBot".
 */
export interface NewBot {
  name: string;
}
/**
 * Who is to sit on a chair: the sender, somebody who is invited, or a bot.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "NewChair".
 */
export interface NewChair {
  bot?: string | null;
  kind: "me" | "open" | "bot";
  name?: string | null;
}
/**
 * A challenge to five deals, alone or for teams: so many a side, and as many at a table.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "NewDuel".
 */
export interface NewDuel {
  edition: "usa" | "london" | "new_york";
  rival: string | null;
  scoring: Scoring;
  team_of: 1 | 2 | 4;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "NewGuest".
 */
export interface NewGuest {
  name: string;
}
/**
 * Somebody at the table, and what they did.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "NewReport".
 */
export interface NewReport {
  guest: string;
  words: string;
}
/**
 * Opponents to be found.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "NewSeek".
 */
export interface NewSeek {
  /**
   * Seconds after which bots may fill the table; none: people only.
   */
  bots_after: number | null;
  clock: ClockOptions;
  edition: string;
  rated: boolean;
  seats: number;
}
/**
 * A table to open. The sender sits on all chairs marked `me`, with this nonce.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "NewTable".
 */
export interface NewTable {
  /**
   * @minItems 2
   * @maxItems 5
   */
  chairs: NewChair[];
  commitment?: string | null;
  edition: string;
  name?: string;
  /**
   * 32 random bytes, in hex
   */
  nonce: string;
  options?: Options;
}
/**
 * A bot that plays over HTTP.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "NewToken".
 */
export interface NewToken {
  name: string;
}
/**
 * What all tickets together still need if these places of the offer are kept.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "OfferChoice".
 */
export interface OfferChoice {
  cut_off: number[];
  places: number[];
  routes: string[];
  trains: number;
  turns: number;
}
/**
 * A table that was opened: links for its open chairs, to be shared.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Opened".
 */
export interface Opened {
  invitations: {
    [k: string]: string;
  };
  private_links: {
    [k: string]: string;
  };
  resume: string | null;
  table: TableInfo;
  you: You;
}
/**
 * How one's ratings came about, and what analyzed games were worth; each oldest first.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "OverTime".
 */
export interface OverTime {
  steps: RatingStep[];
  worths: GameWorth[];
}
/**
 * What a game did to somebody's rating; which game it was only if the reader may see it.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "RatingStep".
 */
export interface RatingStep {
  counts: boolean;
  ended_at: number;
  place: number;
  pool: string;
  provisional: boolean;
  rating: number;
  table: string | null;
  unsure: number;
}
/**
 * What the browser is asked for.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "PasskeyOptions".
 */
export interface PasskeyOptions {
  options: {
    [k: string]: unknown;
  };
}
/**
 * A game against bots, started at once.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "PlayNow".
 */
export interface PlayNow {
  /**
   * @minItems 1
   * @maxItems 4
   */
  bots?: string[];
  commitment?: string | null;
  edition?: string;
  /**
   * The first steps: always the same deal, against one bot.
   */
  introduction?: boolean;
  /**
   * 32 random bytes, in hex
   */
  nonce: string;
  options?: Options;
}
/**
 * A position of a finished game, one's seat there, and the bots for the others.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "PlayOn".
 */
export interface PlayOn {
  at: number;
  bot: string;
  seat: number;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Pong".
 */
export interface Pong {
  now: number;
  t: "pong";
}
/**
 * What went wrong, in a sentence, with a code and values for programs.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  code: string;
  sentence: string;
  values: {
    [k: string]: unknown;
  };
}
/**
 * A member as others see them. What they do not show is none.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Profile".
 */
export interface Profile {
  blocked: boolean;
  figures: Figures | null;
  followed: boolean;
  games: GameLine[] | null;
  guest: string;
  name: string;
  since: number;
  steps: RatingStep[] | null;
  yours: boolean;
}
/**
 * What a browser subscribes with, to be told of its turn.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "PushKey".
 */
export interface PushKey {
  key: string;
}
/**
 * A QR code: how many squares are on a side, and the dark ones as the data of an SVG path.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "QrCode".
 */
export interface QrCode {
  dark: string;
  size: number;
}
/**
 * The newest steps of a member's ratings, oldest first.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "RatingHistory".
 */
export interface RatingHistory {
  name: string;
  steps: RatingStep[];
}
/**
 * Somebody reacts; nobody who comes later is told.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ReactionMessage".
 */
export interface ReactionMessage {
  guest: string;
  reaction: Reaction;
  seat: number;
  t: "reaction";
}
/**
 * Is the sender ready for the start?
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Ready".
 */
export interface Ready {
  ready: boolean;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Reason".
 */
export interface Reason {
  code: string;
  sentence: string;
  values: {
    [k: string]: unknown;
  };
}
/**
 * Codes by which a member comes back; each works once. They are shown this once.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "RecoveryCodes".
 */
export interface RecoveryCodes {
  codes: string[];
}
/**
 * Nothing has changed. A stale command brings the view, and what its sender missed.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Refused".
 */
export interface Refused {
  cmd_id: string | null;
  code: string;
  sentence: string;
  t: "refused";
  values: {
    [k: string]: unknown;
  };
  view: View | null;
}
/**
 * A board of the host's own folder that cannot be played, and why.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "RefusedBoard".
 */
export interface RefusedBoard {
  file: string;
  why: string;
}
/**
 * The host's own boards that cannot be played.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "RefusedBoards".
 */
export interface RefusedBoards {
  boards: RefusedBoard[];
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Removal".
 */
export interface Removal {
  guest: string;
}
/**
 * A report, with the chat and the game as everybody at the table had seen it by then.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Report".
 */
export interface Report {
  about: Named;
  actions: string[];
  at: number;
  by: Named;
  chat: ReportedLine[];
  done: number | null;
  edition: string;
  id: number;
  n: number;
  network: string | null;
  outcome: ("dismissed" | "acted") | null;
  players: Named[];
  table: string;
  words: string;
}
/**
 * A line of chat, kept with a report.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ReportedLine".
 */
export interface ReportedLine {
  at: number;
  guest: string | null;
  name: string;
  room: Room;
  text: string;
}
/**
 * What became of a report.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ReportDone".
 */
export interface ReportDone {
  outcome: "dismissed" | "acted";
}
/**
 * Those that wait first, each newest first.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Reports".
 */
export interface Reports {
  reports: Report[];
}
/**
 * May this seat claim a route, how could it pay, and if not, why.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "RouteAnswer".
 */
export interface RouteAnswer {
  claim: ClaimEffects | null;
  id: string;
  payments: string[];
  route: string;
  t: "route";
  tickets: TicketEffect[];
  why_not: Reason | null;
}
/**
 * What a claim would do for a ticket: the trains it needs now, and after the claim.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "TicketEffect".
 */
export interface TicketEffect {
  before: number;
  done: boolean;
  ticket: number;
  trains: number;
}
/**
 * The rules in our own words, as Markdown, chapter by chapter; the rulings come last.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Rules".
 */
export interface Rules {
  chapters: {
    [k: string]: string;
  };
}
/**
 * A code as somebody has typed it.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "SaidCode".
 */
export interface SaidCode {
  code: string;
}
/**
 * Chairs that are the sender's now, and their private links; show them to nobody else.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "SeatTaken".
 */
export interface SeatTaken {
  private_links: {
    [k: string]: string;
  };
  resume: string | null;
  table: TableInfo;
  you: You;
}
/**
 * How the sender's search for opponents stands.
 *
 * `found`: take the seat at `table`, by POST /api/tables/TABLE/chairs, under this commitment.
 * `seated`: the game has begun there. `none`: the sender does not wait.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Seek".
 */
export interface Seek {
  commitment: string | null;
  people: number;
  reach: number | null;
  since: number | null;
  status: "none" | "waiting" | "found" | "seated";
  table: string | null;
  wanted: NewSeek | null;
}
/**
 * Where all seats stand, as everybody could count it on the board: a row for each seat.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "StandingAnswer".
 */
export interface StandingAnswer {
  at: number;
  attractions: string[][];
  districts: number[][];
  id: string;
  near_end: number[];
  path_holders: number[];
  path_lengths: number[];
  paths: string[][];
  t: "standing";
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "TableMessage".
 */
export interface TableMessage {
  t: "table";
  table: TableInfo;
  you: You;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "TicketsAnswer".
 */
export interface TicketsAnswer {
  at: number;
  choices: OfferChoice[];
  id: string;
  t: "tickets";
  tickets: TicketProgress[];
}
/**
 * How far one ticket is: done, cut off, or the routes and trains its cheapest way needs.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "TicketProgress".
 */
export interface TicketProgress {
  cut_off: boolean;
  done: boolean;
  routes: string[];
  ticket: number;
  trains: number;
}
/**
 * What a member lets others see. Ratings stand on the leaderboards anyway.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Shown".
 */
export interface Shown {
  figures: boolean;
  games: boolean;
  ratings: boolean;
  tables: boolean;
}
/**
 * What the browser answered.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "ShownPasskey".
 */
export interface ShownPasskey {
  credential: {
    [k: string]: unknown;
  };
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Sit".
 */
export interface Sit {
  commitment?: string | null;
  /**
   * 32 random bytes, in hex
   */
  nonce: string;
}
/**
 * Where a browser wants to be told of its turn: the address of its push service.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Subscription".
 */
export interface Subscription {
  endpoint: string;
}
/**
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "TableList".
 */
export interface TableList {
  tables: TableLine[];
}
/**
 * The token is shown once; only its hash is kept.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "Token".
 */
export interface Token {
  guest: string;
  name: string;
  token: string;
}
/**
 * Another move in a position of a finished game.
 *
 * This interface was referenced by `Models`'s JSON-Schema
 * via the `definition` "TryMove".
 */
export interface TryMove {
  action: string;
  at: number;
}
