import type { BotNames } from '../lib/setup';
import { words } from '../lib/words';

/** Bots without a name are called by their level, in the language that is set. */
export const botNames: BotNames = (kind, n) => {
  const { bots, setup } = words();
  return setup.botName(bots[kind] ?? kind, n);
};
