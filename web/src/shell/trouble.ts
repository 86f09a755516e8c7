import { words } from '../lib/words';

/** What went wrong, in words: the server's own, or that it cannot be reached. */
export function troubleWords(error: unknown): string {
  // fetch rejects with a TypeError when it gets no answer at all.
  if (error instanceof TypeError) return words().offline;
  return error instanceof Error ? error.message : String(error);
}
