import type { Action } from '../../lib/protocol';
import { DICE, type DieName, distance, type ToushiPosition } from './sheet';

/** An action as its text says it. A `write` with `bonus` costs a star. */
export type Move =
  | { verb: 'write'; die: DieName; number: number; square: string; bonus: boolean }
  | { verb: 'roll'; die: DieName; number: number }
  | { verb: 'reroll' | 'bonus reroll' | 'stop' };

const WRITE = /^(bonus )?(T\d+):(\d+)@([a-f][1-6])$/i;
const ROLL = /^roll (T\d+):(\d+)$/i;

export function readMove(text: string): Move | null {
  const write = WRITE.exec(text);
  if (write) {
    const [, bonus, die, number, square] = write as unknown as string[];
    return {
      verb: 'write',
      die: die as DieName,
      number: Number(number),
      square: square as string,
      bonus: Boolean(bonus),
    };
  }
  const roll = ROLL.exec(text);
  if (roll) return { verb: 'roll', die: roll[1] as DieName, number: Number(roll[2]) };
  if (text === 'reroll' || text === 'bonus reroll' || text === 'stop') return { verb: text };
  return null;
}

/** What has been picked so far of a die's number and a square. */
export interface Pick {
  die: DieName | null;
  number: number | null;
  square: string | null;
}

export const nothing: Pick = { die: null, number: null, square: null };

export interface Option {
  text: string;
  die: DieName;
  number: number;
  /** `null` in the phase that only rolls. */
  square: string | null;
}

/** The legal actions that are made of a number and, mostly, a square. */
export function optionsOf(legal: readonly Action[]): Option[] {
  return legal.flatMap(({ text }): Option[] => {
    const move = readMove(text);
    if (move?.verb === 'write') return [{ text, die: move.die, number: move.number, square: move.square }];
    if (move?.verb === 'roll') return [{ text, die: move.die, number: move.number, square: null }];
    return [];
  });
}

export function fitting(options: readonly Option[], pick: Pick): Option[] {
  return options.filter(
    (option) =>
      (pick.die === null || (option.die === pick.die && option.number === pick.number)) &&
      (pick.square === null || option.square === pick.square),
  );
}

/** A square or a number added to what is picked; where they do not go together the newer one stays alone. */
export function add(options: readonly Option[], pick: Pick, part: Partial<Pick>): Pick {
  const both = { ...pick, ...part };
  if (fitting(options, both).length > 0) return both;
  return { ...nothing, ...part };
}

/** The action that a pick names, once it names one and nothing is left open. */
export function complete(options: readonly Option[], pick: Pick): Option | undefined {
  const found = fitting(options, pick);
  if (pick.die === null) return undefined;
  return found.length === 1 && found[0]?.square === pick.square ? found[0] : undefined;
}

/** The text to ask about when a number or a square is not available: the most telling action that it stands for. */
export function doubtful(position: ToushiPosition, pick: Pick): string | null {
  if (position.phase === 'choose') return pick.die ? `roll ${pick.die}:${pick.number}` : null;
  const square = pick.square ?? position.at ?? 'a1';
  const written = pick.die ? `${pick.die}:${pick.number}` : likeliest(position, square);
  return written && `${position.phase === 'one' ? 'bonus ' : ''}${written}@${square}`;
}

/** A number that is left and leads to the square in as many steps as it takes, or at least one of them. */
function likeliest(position: ToushiPosition, square: string): string | null {
  const away = position.at === null ? 0 : distance(position.at, square);
  let best: { text: string; worth: number } | null = null;
  for (const { name, sides } of DICE) {
    for (let number = 1; number <= sides; number++) {
      const steps = (position.rolled ?? 0) - number;
      const leads = steps >= away && away > 0 && (steps - away) % 2 === 0;
      const worth = (leads ? 2 : 0) + ((position.left[name]?.[number - 1] ?? 0) > 0 ? 1 : 0);
      if (!best || worth > best.worth) best = { text: `${name}:${number}`, worth };
    }
  }
  return best?.text ?? null;
}
