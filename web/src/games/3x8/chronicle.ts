import type { LogEvent } from '../../lib/protocol';
import type { Moment, TableFacts } from '../game';
import { Course, type Happening } from './course';
import { halfOf } from './table';
import { words } from './words';

/** Tells a log: where cards went, and which rows were completed. */
export function chronicle(log: readonly LogEvent[], { seats, names, options }: TableFacts): Moment[] {
  const w = words().log;
  const course = new Course(seats);
  const tell = (what: Happening, text: string): string => {
    switch (what.kind) {
      case 'turnedUp':
        return w.turnedUp(what.card);
      case 'dealt':
        return w.dealt(names[what.to] ?? '', what.card);
      case 'drawn':
        return w.drawn(what.card);
      case 'play':
        return what.first ? w.playFirst(what.card, what.row) : w.play(what.card, what.row);
      case 'move':
        return what.first ? w.moveFirst(what.cards, what.row) : w.move(what.cards, what.row);
      case 'block':
        return w.block(names[what.seat] ?? '', what.row, halfOf(what.half, options.blockers).blocks);
      case 'drop':
        return w.drop(what.row, what.cards);
      case 'pool':
        return w.pool(what.card);
      case 'pile':
        return w.pile;
      case 'grow':
        return w.grow;
      case 'end':
        return what.completed.length === 0 ? w.end : w.completed(what.completed);
      default:
        return text;
    }
  };
  return log.map((event) => ({ words: tell(course.follow(event), event.text), scores: null }));
}
