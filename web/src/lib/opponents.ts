import type { BotSpec } from './protocol';

const LEVELS = ['easy', 'medium', 'hard', 'expert'];

/** Whether a bot is one of the levels for people. */
export function isLevel({ name }: BotSpec): boolean {
  return LEVELS.includes(name);
}

/** The opponent of a game started with one click: neither the weakest nor the strongest. */
export function mediumBot(bots: readonly BotSpec[]): BotSpec | undefined {
  return (
    bots.find(({ name }) => name === 'medium') ??
    bots.find(({ name }) => name === 'greedy') ??
    bots[Math.floor(bots.length / 2)]
  );
}
