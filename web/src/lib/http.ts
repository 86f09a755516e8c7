import type { Glance, Offer, Opened, TableRequest } from './protocol';

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

async function call(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
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
  const response = await call('/api/tables', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  return (await response.json()) as Opened;
}

/** How the game at a table stands. */
export async function fetchGlance(table: string): Promise<Glance> {
  const response = await call(`/api/tables/${encodeURIComponent(table)}`);
  return (await response.json()) as Glance;
}

export function recordAddress(table: string): string {
  return `/api/tables/${encodeURIComponent(table)}/record`;
}
