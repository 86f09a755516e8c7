import type { LogEvent } from '../../lib/protocol';
import type { Moment, TableFacts } from '../game';
import { previewLevel, readPlacement, type Tile, topTiles } from './display';
import { words } from './words';

/** Tells a log: which tile each placement laid, on which level, and how the scores stand. */
export function chronicle(log: readonly LogEvent[], { seats }: TableFacts): Moment[] {
  const w = words();
  const cards: number[] = [];
  const displays: Tile[][] = Array.from({ length: seats }, () => []);
  const scores = Array.from({ length: seats }, () => 0);
  return log.map(({ seat, text }) => {
    const display = seat === null ? undefined : displays[seat];
    if (seat === null || !display) {
      const number = Number(text.slice(1));
      cards.push(number);
      return { words: w.turnedUp(number), scores: [...scores] };
    }
    const placement = readPlacement(text, cards[display.length] ?? 0);
    if (!placement) return { words: text, scores: [...scores] };
    const level = previewLevel(topTiles(display), placement);
    const gain = placement.number * level;
    display.push({ ...placement, level });
    scores[seat] = (scores[seat] ?? 0) + gain;
    return { words: w.phrase(placement.number, level, gain), scores: [...scores] };
  });
}
