import type { Opened } from './protocol';
import { drop, load, names, save } from './storage';

/** Where the keys of tables are kept: of those listed as games to go on with, and of the others. */
const PLACES = { listed: 'key.', others: 'old-key.' };

/** The key of a table lets this browser act there again after a reload. */
export function keyOf(table: string): string | null {
  return load<string>(PLACES.listed + table) ?? load<string>(PLACES.others + table);
}

export function keepKey({ table, key }: Opened): void {
  save(PLACES.listed + table, key);
}

/** The tables to go on with. */
export function listedTables(): string[] {
  return names(PLACES.listed);
}

/** Lists a table among the games to go on with, or takes it off the list; its key is kept either way. */
export function list(table: string, listed: boolean): void {
  const key = keyOf(table);
  if (key === null) return;
  const [to, from] = listed ? [PLACES.listed, PLACES.others] : [PLACES.others, PLACES.listed];
  save(to + table, key);
  drop(from + table);
}
