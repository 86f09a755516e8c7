import type { Component, Snippet } from 'svelte';
import type { Action, Aids, LogEvent, Position, Reason, Seat } from '../lib/protocol';

/**
 * What a game brings to the table. A folder `games/<name>/` whose `index.ts` exports one of these as `default` is
 * all it takes to add a game: the registry finds it, the shell does the rest.
 *
 * A game client knows no rules. What is legal comes with the desk, reasons are asked for; previews (a sum, the level
 * of a ghost) are all that it works out by itself.
 */
export interface GameClient {
  /** The name on the wire. */
  readonly name: string;
  /** Where it stands on the start page: low numbers first. */
  readonly order: number;
  /** Seats of a game that is started with one click: you, then bots. */
  readonly quickSeats: number;
  readonly words: () => GameWords;
  readonly Board: Component<BoardProps, BoardHandle>;
  /**
   * A small board that plays itself: the start page counts `step` from 0 to `steps - 1`, again and again. Where nothing
   * may move it stands at `still`, or at the last step.
   */
  readonly demo: {
    readonly Board: Component<{ step: number }>;
    readonly steps: number;
    readonly still?: number;
  };
  readonly rules: () => readonly RuleSection[];
  /** A picture that the rules name. */
  readonly Picture: Component<{ name: string }>;
  /** The events of a log as moments, one an event: told in words, with the scores after it where they are known. */
  chronicle(log: readonly LogEvent[], facts: TableFacts): Moment[];
  /** What a seat's score is made of, as it stands. */
  tally(position: Position, seat: number): TallyPart[];
  /** How far a seat is, where there are no scores: in figures, and in words. */
  standing?(position: Position, seat: number): { figures: string; words: string };
  /** Whether a turn is made of several decisions, so that a hint is about the next one only. */
  readonly manySteps?: boolean;
  /** What a seat is asked to do now ("Lay the 7"). */
  task(position: Position, seat: number): string;
  /** A legal action, and the decisions chosen to follow it, in words ("7 on level 1, 7 points"). `names` are the seats. */
  phrase(
    action: Action,
    position: Position,
    seat: number,
    then: readonly string[],
    names: readonly string[],
  ): string;
  /** More about an action, for where `phrase` tells several alike ("turned right, on the 4 and the 0"). */
  detail?(action: Action, position: Position, seat: number): string;
}

export interface TableFacts {
  readonly options: Position['options'];
  /** How many seats there are. */
  readonly seats: number;
  /** What the seats are called. */
  readonly names: readonly string[];
}

/** One event told; whose it is the shell says, so the words name nobody ("7 on level 1, 7 points"). */
export interface Moment {
  words: string;
  /** What the curve of the game is drawn of: the scores, or what else tells how far each seat is. */
  scores: number[] | null;
}

export interface TallyPart {
  label: string;
  points: number;
}

export interface GameWords {
  title: string;
  summary: string;
  /** Keys that the board itself knows, for the help page. */
  keys: readonly KeyWords[];
  /** Options of the set-up page by name; one that is missing shows in the server's words. */
  options: Readonly<Record<string, OptionWords>>;
}

export interface KeyWords {
  keys: string;
  does: string;
}

export interface OptionWords {
  label: string;
  help?: string;
  /** By the text of the value. */
  choices?: Readonly<Record<string, string>>;
}

/** A short chapter of the rules in our own words. */
export interface RuleSection {
  heading: string;
  items: readonly RuleItem[];
}

export interface RuleItem {
  /** Clauses told here, without the game's name: a refusal `NMBR9-P3` leads to `P3`. */
  clauses: readonly string[];
  text: string;
  picture?: string;
}

/** What lies in front of the player; its properties are reactive. */
export interface Desk {
  /** The table's name: what a board keeps for later, such as the order of a hand, belongs to it. */
  readonly id: string;
  readonly position: Position | null;
  readonly seats: readonly Seat[];
  /** Events up to the position shown. */
  readonly log: readonly LogEvent[];
  /** The seat whose display or hand is in front. */
  readonly front: number;
  /** Legal actions of the seat in front; empty when it cannot act from here. */
  readonly legal: readonly Action[];
  /** What may help the seat in front, if it asks for it; empty where the game offers nothing. */
  readonly aids: Aids;
  /** The tentative choice: the text of a legal action. */
  readonly choice: string | null;
  /** All decisions that are chosen to follow each other, `choice` first. */
  readonly choices: readonly string[];
  /** Several decisions are chosen as a list of which the first is legal; it waits for `confirm` whatever the settings. */
  choose(action: string | readonly string[] | null): void;
  /** Takes the decisions one after another, and stops at the first that is refused. */
  confirm(): Promise<void>;
  /** Shows why an action is not allowed, once the pointer rests; `null` clears. */
  ask(action: string | null): void;
  why(action: string): Promise<Reason | null>;
  bringForward(seat: number): void;
}

export interface BoardProps {
  desk: Desk;
  /** The shell's row of actions (status, take back, confirm) around the game's own buttons. */
  actions: Snippet<[Snippet | undefined]>;
  /** Speaks to a screen reader. */
  speak: (text: string) => void;
}

export interface BoardHandle {
  /** A key pressed outside of any control; true when the board used it. */
  press(event: KeyboardEvent): boolean;
  /** Whether something is laid that is no choice yet, but can be taken back. */
  unfinished?(): boolean;
  /** Takes back what is laid tentatively. The choice is gone already. */
  takeBack?(): void;
}
