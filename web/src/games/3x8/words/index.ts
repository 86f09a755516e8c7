import { catalogue } from '../../../lib/words';
import { type Card, type Half, isNumber } from '../table';
import { de } from './de';
import { en } from './en';
import { rules as deRules } from './rules.de';
import { rules as enRules } from './rules.en';

export const words = catalogue({ en, de });
export const rules = catalogue({ en: enRules, de: deRules });

/** A card as it is spoken; of a blocker also what its halves do. */
export function cardWords(card: Card, halfOf: (name: string) => Half): string {
  const w = words();
  if (isNumber(card)) return w.card(card);
  const [a, b] = ['a', 'b'].map((half) => {
    const { base, blocks } = halfOf(card + half);
    return w.half(base, blocks);
  });
  return w.spokenBlocker(card.slice(1), a ?? '', b ?? '');
}
