import type { Opened } from './protocol';
import { load, save } from './storage';

/** The key of a table lets this browser act there again after a reload. */
export function keyOf(table: string): string | null {
  return load<string>(`key.${table}`);
}

export function keepKey({ table, key }: Opened): void {
  save(`key.${table}`, key);
}
