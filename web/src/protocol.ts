/** What goes over the wire: the server's models (caboose/server/messages.py and bodies.py). */

export type Room = "table" | "onlookers";
export type Status = "waiting" | "playing" | "over" | "closed" | "frozen";
export type Values = Record<string, unknown>;

export interface Step {
  seat: number | null;
  action: string | null;
  events: GameEvent[];
}

/** Something the table saw happen; facts that only another seat may know are left out. */
export interface GameEvent {
  kind: string;
  seat?: number;
  [fact: string]: unknown;
}

export interface SeatClock {
  seat: number;
  running: boolean;
  turn: number;
  bank: number;
}

export interface Clock {
  now: number;
  seats: SeatClock[];
}

export interface View {
  t: "view";
  at: number;
  since: number;
  steps: Step[];
  public: PublicPart;
  own: OwnPart | null;
  legal: string[] | null;
  clock: Clock;
}

export type Phase = "first_tickets" | "turn" | "second_card" | "payment" | "keep_tickets" | "over";

export type Cards = Record<string, number>;

/** What lies open on the table, and how much lies face down. */
export interface PublicPart {
  edition: string;
  seats: number;
  seat: number;
  phase: Phase;
  face_up: (string | null)[];
  discard: Cards;
  trains: number[];
  routes: Record<string, number>;
  route_points: number[];
  seen: Cards[];
  final_turns_left: number | null;
  passes: number;
  pending_route: string | null;
  actions: number;
  turns: number;
  end_reason: string | null;
  waiting_for: number[];
  deck: number;
  ticket_deck: number;
  hands: number[];
  tickets: number[];
  offers: number[];
  /** Routes that nobody can claim any more because of their twin. */
  closed?: string[];
  state?: WholeState;
  score?: Score;
}

/** What only one seat knows. */
export interface OwnPart {
  hand: Cards;
  tickets: number[];
  offer: number[];
  returned: number[];
  removed: number[];
}

/** Everything, once the game is over. */
export interface WholeState {
  hands: Cards[];
  tickets: number[][];
  offers: number[][];
}

export interface SeatScore {
  routes: number;
  tickets: { ticket: number; points: number }[];
  bonuses: Record<string, number>;
  completed: number;
  path_length: number;
  total: number;
  rank: number;
}

export interface Score {
  seats: SeatScore[];
  winners: number[];
}

export interface Chair {
  chair: number;
  seat: number | null;
  kind: "open" | "person" | "bot";
  name: string;
  guest: string | null;
  bot: string | null;
  control: "person" | "bot";
  present: boolean;
}

export interface Onlooker {
  guest: string;
  name: string;
}

export interface ClockOptions {
  turn_seconds: number;
  bank_seconds: number;
}

export interface Options {
  clock: ClockOptions | null;
  watch: "anyone" | "nobody";
  listed: boolean;
  order: "given" | "lot";
  start: "owner" | "full";
}

/** How the game's key is made; secret and nonces are shown when the game is over. */
export interface Pledge {
  commitment: string;
  secret: string | null;
  nonces: string[] | null;
}

export interface TableInfo {
  id: string;
  name: string;
  edition: string;
  edition_name: string;
  own_board: boolean;
  status: Status;
  sentence: string | null;
  chairs: Chair[];
  onlookers: Onlooker[];
  options: Options;
  promise: Pledge;
  owner: string | null;
  created_at: number;
  rematch_of: string | null;
  rematch: string | null;
}

export interface You {
  guest: string | null;
  chair: number | null;
  seat: number | null;
  chairs: number[];
  owner: boolean;
  may_hint: boolean;
}

export interface TableMessage {
  t: "table";
  table: TableInfo;
  you: You;
}

export interface ChatLine {
  t: "chat";
  id: number;
  at: number;
  room: Room;
  guest: string | null;
  name: string;
  text: string;
}

export interface Ack {
  t: "ack";
  cmd_id: string;
  n: number;
}

export interface Refused {
  t: "refused";
  cmd_id: string | null;
  code: string;
  values: Values;
  sentence: string;
  view: View | null;
}

export interface Reason {
  code: string;
  values: Values;
  sentence: string;
}

export interface RouteAnswer {
  t: "route";
  id: string;
  route: string;
  why_not: Reason | null;
  payments: string[];
}

export interface TicketProgress {
  ticket: number;
  done: boolean;
  cut_off: boolean;
  routes: string[];
  trains: number;
}

export interface TicketsAnswer {
  t: "tickets";
  id: string;
  at: number;
  tickets: TicketProgress[];
}

export interface HintAnswer {
  t: "hint";
  id: string;
  at: number;
  action: string;
  why: string;
}

export interface Pong {
  t: "pong";
  now: number;
}

export interface Bye {
  t: "bye";
  code: string;
  sentence: string;
}

export type ServerMessage =
  | View
  | TableMessage
  | ChatLine
  | Ack
  | Refused
  | RouteAnswer
  | TicketsAnswer
  | HintAnswer
  | Pong
  | Bye;

export type ClientMessage =
  | { t: "play"; cmd_id: string; at: number; action: string }
  | { t: "ask_route"; id: string; route: string }
  | { t: "ask_tickets"; id: string }
  | { t: "ask_hint"; id: string }
  | { t: "say"; room: Room; text: string }
  | { t: "mute"; guest: string; muted: boolean }
  | { t: "ping" };

// ---- over HTTP ---------------------------------------------------------------------------------

export interface Problem {
  code: string;
  sentence: string;
  values: Values;
}

export interface Me {
  guest: string;
  name: string;
  bot: boolean;
  commitment: string;
}

export interface EditionLine {
  id: string;
  name: string;
  min_seats: number;
  max_seats: number;
  own_board: boolean;
  digest: string;
}

export interface LevelLine {
  name: string;
  sentence: string;
  wins: number;
}

export interface NewChair {
  kind: "me" | "open" | "bot";
  bot?: string;
  name?: string;
}

export interface NewTable {
  edition: string;
  chairs: NewChair[];
  name: string;
  options: Options;
  nonce: string;
}

export interface PlayNow {
  edition: string;
  bots: string[];
  nonce: string;
}

export interface Invitation {
  table: TableInfo;
  chair: number;
  taken: boolean;
}

export interface SeatTaken {
  table: TableInfo;
  you: You;
  resume: string | null;
}

export interface Opened extends SeatTaken {
  invitations: Record<string, string>;
}

export interface Links {
  invitations: Record<string, string>;
}

export interface TableLine {
  id: string;
  name: string;
  edition: string;
  edition_name: string;
  status: Status;
  players: string[];
  open_chairs: number;
  watch: boolean;
  created_at: number;
  ended_at: number | null;
  your_turn: boolean;
  winners: number[];
  totals: number[];
}
