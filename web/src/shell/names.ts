import type { Names } from '../lib/setup';
import { words } from '../lib/words';

/** What seats without a name are called. */
export function seatNames(): Names {
  const { bots, setup } = words();
  const { guest, botName, you } = setup;
  return { you, guest, bot: (name, n) => botName(bots[name] ?? name, n) };
}
