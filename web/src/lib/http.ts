import { setServerTime } from './clock.svelte';
import type { Glance, Offer, Opened, TableRequest } from './protocol';
import { address } from './root';

/** How long an answer may take, in ms; opening a table may wait for its first position. */
const PATIENCE = { asking: 5000, opening: 20000 };

/** What the server said no to, in its own words. */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Answers that come too late are errors like those that never come: `fetch` rejects. */
async function call(path: string, init?: RequestInit, patience = PATIENCE.asking): Promise<Response> {
  const response = await fetch(address(path), { ...init, signal: AbortSignal.timeout(patience) });
  // In whole seconds, cut off.
  const time = Date.parse(response.headers.get('date') ?? '') / 1000;
  if (time) setServerTime(time + 0.5, 1);
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as {
    error?: { code: string; message: string };
  } | null;
  throw new RequestError(
    response.status,
    body?.error?.code ?? 'http',
    body?.error?.message ?? response.statusText,
  );
}

let offer: Promise<Offer> | null = null;

/** What can be played; asked once a visit. */
export function fetchOffer(): Promise<Offer> {
  offer ??= call('/api/games').then(
    (response) => response.json() as Promise<Offer>,
    (error) => {
      offer = null;
      throw error;
    },
  );
  return offer;
}

export async function openTable(request: TableRequest): Promise<Opened> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  };
  const response = await call('/api/tables', init, PATIENCE.opening);
  return (await response.json()) as Opened;
}

/** How the game at a table stands. */
export async function fetchGlance(table: string): Promise<Glance> {
  const response = await call(`/api/tables/${encodeURIComponent(table)}`);
  return (await response.json()) as Glance;
}

/** A game that the server offers to whoever is at its computer, with the key where it has that. */
export type OwnGame = Glance & { key?: string | null };

/** The unfinished games of the computer that the server runs on; none for those at another one. */
export async function fetchOwnGames(): Promise<OwnGame[]> {
  try {
    const response = await call('/api/tables');
    return ((await response.json()) as { tables: OwnGame[] }).tables;
  } catch {
    return [];
  }
}

export function recordAddress(table: string): string {
  return address(`/api/tables/${encodeURIComponent(table)}/record`);
}
