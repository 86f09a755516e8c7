/** The wire of docs/protocol.md, version 1. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The keys that every game's position has (rules/README.md); games add their own. */
export interface Position {
  game: string;
  options: Record<string, Json>;
  seats: number;
  to_act: number[] | 'chance';
  over: boolean;
  returns: number[] | null;
  scores?: number[];
}

export interface OptionSpec {
  name: string;
  summary: string;
  kind: 'choice' | 'integer' | 'boolean' | 'data';
  default: Json;
  choices: Json[] | null;
  minimum: number | null;
  maximum: number | null;
}

export interface GameSpec {
  name: string;
  title: string;
  summary: string;
  players: [number, number];
  options: OptionSpec[];
}

export interface BotSpec {
  name: string;
  summary: string;
  /** How strong it is, on one scale for all games; `null` where that is not measured. */
  rating: number | null;
}

export interface Offer {
  games: GameSpec[];
  bots: BotSpec[];
}

/** A person without a name is called by the number of the seat. */
export type SeatPlan = { kind: 'person'; name?: string } | { kind: 'bot'; bot: string; name: string };

export type TableRequest =
  | { game: string; options?: Record<string, Json>; seed?: number; seats: SeatPlan[] }
  | { from: { table: string; position: number }; seats?: SeatPlan[] };

export interface Opened {
  table: string;
  key: string;
}

export interface Sitter {
  kind: 'person' | 'bot';
  name: string;
  bot: string | null;
}

export interface Seat extends Sitter {
  yours: boolean;
}

/** How a game stands. */
export interface Glance {
  table: string;
  game: string;
  seats: Sitter[];
  position: number;
  to_act: number[];
  over: boolean;
  /** The time of the last event, in seconds since 1970. */
  changed: number;
}

export interface LogEvent {
  number: number;
  /** `null`: chance. */
  seat: number | null;
  text: string;
  time: number;
  /** Which of your seats see the text; absent where everybody does. */
  seen_by?: number[];
}

/** The text of an event that may not be seen. */
export const HIDDEN = '*?';

/** By name; which names there are is up to the game. */
export type Aids = Record<string, Json>;

export interface WireLegal {
  parts: string[];
  actions: Json[][];
}

interface Moving {
  position: number;
  view: Position;
  views: Record<string, Position>;
  legal: Record<string, WireLegal>;
  /** What may help a seat of yours, by its number, where the game offers anything. */
  aids?: Record<string, Aids>;
  waiting_since: number;
  thinking: number[];
  /** Whether what bots think with is still being compiled, as happens once after installing. */
  preparing?: boolean;
  seed: number | null;
}

export interface TableMessage extends Moving {
  type: 'table';
  id?: number | null;
  table: string;
  game: string;
  options: Record<string, Json>;
  players: number;
  seats: Seat[];
  log: LogEvent[];
}

export interface UpdateMessage extends Moving {
  type: 'update';
  id?: number | null;
  table: string;
  events: LogEvent[];
}

export interface RefusedMessage {
  type: 'refused';
  id?: number | null;
  table: string;
  position: number;
  code: string;
  message: string;
}

export interface ReasonMessage {
  type: 'reason';
  id?: number | null;
  table: string;
  code: string | null;
  message: string | null;
}

export interface LookMessage {
  type: 'look';
  id?: number | null;
  table: string;
  position: number;
  view: Position;
  views: Record<string, Position>;
}

export interface WireRated {
  /** A row as in `legal`. */
  action: Json[];
  value: number;
  weight: number;
}

export interface RatingsMessage {
  type: 'ratings';
  id?: number | null;
  table: string;
  position: number;
  seat: number;
  parts: string[];
  value: number | null;
  actions: WireRated[];
  played: WireRated | null;
}

export interface PongMessage {
  type: 'pong';
  id?: number | null;
  /** The server's time in seconds since 1970. */
  time: number;
}

/** How far the preparation of a game is that happens once after installing. */
export interface WarmupMessage {
  type: 'warmup';
  id?: null;
  game: string;
  stage: WarmupStage;
  /** From 0 to 1, when it is done. */
  progress: number;
}

/** The board answers after the first; bots and hints need the second. */
export type WarmupStage = 'rules' | 'bots';

export interface ErrorMessage {
  type: 'error';
  id?: number | null;
  code: string;
  message: string;
}

export type ServerMessage =
  | TableMessage
  | UpdateMessage
  | RefusedMessage
  | ReasonMessage
  | LookMessage
  | RatingsMessage
  | PongMessage
  | WarmupMessage
  | ErrorMessage;

export type ClientMessage =
  | { type: 'join'; table: string; key: string | null }
  | { type: 'leave'; table: string }
  | { type: 'ping' }
  | { type: 'act' | 'why'; table: string; position: number; seat: number; action: string }
  | { type: 'look'; table: string; position: number }
  | { type: 'rate'; table: string; position: number; seat: number };

/** A legal action: its text and the values of the game's parts by name. */
export interface Action {
  text: string;
  part: Record<string, Json>;
}

/** Why an action is not allowed: a clause such as `NMBR9-P3` (or `TEXT`, `TURN`, …) and a sentence. */
export interface Reason {
  code: string;
  message: string;
}

/** An action with the return to be expected after it, and the part of the whole thought behind that. */
export interface Rated {
  action: Action;
  value: number;
  weight: number;
}

export interface Ratings {
  position: number;
  seat: number;
  /** The best first; none where there is no choice. */
  actions: Rated[];
  /** In a review: what the seat did. */
  played: Rated | null;
}

function readAction(parts: readonly string[], [text, ...values]: Json[]): Action {
  return {
    text: String(text),
    part: Object.fromEntries(parts.map((name, i) => [name, values[i] ?? null])),
  };
}

export function readLegal(legal: WireLegal | undefined): Action[] {
  return legal ? legal.actions.map((row) => readAction(legal.parts, row)) : [];
}

export function readRatings({ position, seat, parts, actions, played }: RatingsMessage): Ratings {
  const read = (rated: WireRated): Rated => ({ ...rated, action: readAction(parts, rated.action) });
  return { position, seat, actions: actions.map(read), played: played && read(played) };
}
