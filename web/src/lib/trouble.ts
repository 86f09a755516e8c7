import { RequestError } from './http';
import { words } from './words';

/** What the server could not do, in the language that is set where there are words for it, else in the server's. */
export function errorWords(code: string, message: string): string {
  return words().errors[code] ?? message;
}

/** What went wrong with a call, in words. */
export function troubleWords(error: unknown): string {
  if (error instanceof RequestError) return errorWords(error.code, error.message);
  // What fetch rejects with when it gets no answer at all, and when that takes too long.
  if (error instanceof TypeError || error instanceof DOMException) return words().offline;
  return error instanceof Error ? error.message : String(error);
}
