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
}

export interface Offer {
  games: GameSpec[];
  bots: BotSpec[];
}

export type SeatPlan = { kind: 'person'; name: string } | { kind: 'bot'; bot: string; name: string };

export type TableRequest =
  | { game: string; options?: Record<string, Json>; seed?: number; seats: SeatPlan[] }
  | { from: { table: string; position: number }; seats?: SeatPlan[] };

export interface Opened {
  table: string;
  key: string;
}

export interface Seat {
  kind: 'person' | 'bot';
  name: string;
  bot: string | null;
  yours: boolean;
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
  | ErrorMessage;

export type ClientMessage =
  | { type: 'join'; table: string; key: string | null }
  | { type: 'leave'; table: string }
  | { type: 'act' | 'why'; table: string; position: number; seat: number; action: string }
  | { type: 'look'; table: string; position: number };

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

export function readLegal(legal: WireLegal | undefined): Action[] {
  if (!legal) return [];
  return legal.actions.map(([text, ...values]) => ({
    text: String(text),
    part: Object.fromEntries(legal.parts.map((name, i) => [name, values[i] ?? null])),
  }));
}
