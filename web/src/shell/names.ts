import type { Names } from '../lib/setup';
import { words } from '../lib/words';

/** What seats without a name are called. */
export function seatNames(): Names {
  const { guest, botName, you } = words().setup;
  return { you, guest, bot: botName };
}
