import type { Glance, Opened } from './protocol';
import { drop, load, names, passing, save } from './storage';

/** Where the keys of tables are kept: of those listed as games to go on with, and of the others. */
const PLACES = { listed: 'key.', others: 'old-key.' };

/** What is known of a listed game, for when the server that has it does not answer. */
const NOTES = 'note.';

export type Note = Pick<Glance, 'game' | 'seats' | 'changed'>;

/** The key of a table lets this browser act there again after a reload. */
export function keyOf(table: string): string | null {
  return load<string>(PLACES.listed + table) ?? load<string>(PLACES.others + table);
}

export function keepKey({ table, key }: Opened): void {
  save(PLACES.listed + table, key);
}

/** Whether the key of a table is lost with this page, because the browser stores nothing more. */
export function isKeyPassing(table: string): boolean {
  return Object.values(PLACES).some((place) => passing(place + table));
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
  const stored = load(from + table) !== null && !passing(from + table);
  // A full storage takes nothing new: better a wrong list than a lost key.
  if (!save(to + table, key) && stored) drop(to + table);
  else drop(from + table);
  if (!listed) drop(NOTES + table);
}

export function note(table: string, { game, seats, changed }: Note): void {
  save(NOTES + table, { game, seats: seats.map(({ kind, name, bot }) => ({ kind, name, bot })), changed });
}

export function noteOf(table: string): Note | null {
  return load<Note>(NOTES + table);
}
