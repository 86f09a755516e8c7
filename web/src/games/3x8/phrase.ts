import type { Action } from '../../lib/protocol';
import { readLaid } from './selection.svelte';
import { type Card, halfOf, type Position3x8 } from './table';
import { words } from './words';

/** What is laid, in words: cards, what becomes of the row, the end of the play and the draws. */
export function phraseOf(
  action: Action,
  then: readonly string[],
  { pool, options }: Position3x8,
  names: readonly string[],
): string {
  const w = words().phrase;
  const laid = readLaid([action.text, ...then], [action]);
  const isNew = action.part.new === true;
  const parts: string[] = [];
  if (laid.plays) {
    parts.push(isNew ? w.playFirst(laid.plays.cards) : w.play(laid.plays.cards, laid.plays.place));
  }
  if (laid.move) parts.push(isNew ? w.moveFirst(laid.move.count) : w.move(laid.move.count, laid.move.place));
  if (laid.block) {
    const { blocks } = halfOf(laid.block.half, options.blockers);
    parts.push(w.block(names[laid.block.seat] ?? '', laid.block.row, blocks));
  }
  if (laid.drop !== null) parts.push(w.drop(laid.drop));
  if (laid.grow) parts.push(w.grow);
  if (laid.end) parts.push(w.end);
  if (laid.draws.length > 0) {
    const cards = laid.draws.flatMap((text): Card[] => {
      const card = text === 'd' ? null : pool[Number(text.slice(1)) - 1];
      return card == null ? [] : [card];
    });
    parts.push(w.draw(cards, laid.draws.length - cards.length));
  }
  return parts.join(w.join);
}
