import type { BotSpec } from './protocol';

/** The opponent of a game started with one click: neither the weakest nor the strongest. */
export function mediumBot(bots: readonly BotSpec[]): BotSpec | undefined {
  return (
    bots.find(({ name }) => name === 'medium') ??
    bots.find(({ name }) => name === 'greedy') ??
    bots[Math.floor(bots.length / 2)]
  );
}
