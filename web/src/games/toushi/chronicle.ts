import type { LogEvent } from '../../lib/protocol';
import type { Moment } from '../game';
import { readMove } from './moves';
import { count, STARS, total } from './sheet';
import { words } from './words';

/** Tells a log and keeps the sheet's score along the way. */
export function chronicle(log: readonly LogEvent[]): Moment[] {
  const w = words().log;
  const marked = new Set<string>();
  let stars = STARS;
  let die = '';
  const tell = ({ seat, text }: LogEvent): string => {
    if (seat === null) return w.rolled(die, Number(text.slice(1)));
    const move = readMove(text);
    switch (move?.verb) {
      case 'write':
        marked.add(move.square);
        if (!move.bonus) return w.write(move.die, move.number, move.square);
        stars -= 1;
        return w.bonusWrite(move.die, move.number, move.square);
      case 'roll':
        die = move.die;
        return w.roll(move.die, move.number);
      case 'reroll':
        return w.reroll;
      case 'bonus reroll':
        stars -= 1;
        return w.bonusReroll;
      case 'stop':
        return w.stop;
      default:
        return text;
    }
  };
  return log.map((event) => ({ words: tell(event), scores: [total(count(marked, stars))] }));
}
