import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepKey, keyOf, list, listedTables, note } from '../lib/keys';
import type { Glance } from '../lib/protocol';
import { settings } from '../lib/settings.svelte';
import GoOn from './GoOn.svelte';

settings.language = 'en';

const NOW = 1_800_000_000;

const running: Glance = {
  table: 'running',
  game: 'nmbr9',
  seats: [
    { kind: 'person', name: 'You', bot: null },
    { kind: 'bot', name: 'medium', bot: 'medium' },
  ],
  position: 3,
  to_act: [0],
  over: false,
  changed: NOW - 7200,
};

/** A server that knows these games, and offers others to whoever is at its computer. */
function serve(games: Glance[], offered?: (Glance & { key: string | null })[]): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string) => {
      if (path === '/api/tables') {
        return offered ? Response.json({ tables: offered }) : new Response('{}', { status: 403 });
      }
      const found = games.find(({ table }) => path === `/api/tables/${table}`);
      const body = found ?? { error: { code: 'table', message: 'There is no table.' } };
      return new Response(JSON.stringify(body), { status: found ? 200 : 404 });
    }),
  );
}

const told = () =>
  entries().map((entry) => entry.querySelector('.game')?.textContent?.replace(/\s+/g, ' ').trim());
const entries = () => [...document.querySelectorAll<HTMLElement>('[data-unfinished]')];

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW * 1000);
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('lists the games that are not over, the newest first', async () => {
  serve([running, { ...running, table: 'newer', game: 'toushi', changed: NOW - 60, to_act: [] }]);
  for (const table of ['running', 'newer']) keepKey({ table, key: 'k' });
  render(GoOn);
  await screen.findByText('Go on');
  expect(told()).toEqual([
    'Tóushì You, medium Luck decides. 1 minute ago',
    'NMBR 9 You, medium Waiting for you. 2 hours ago',
  ]);
  expect(entries()[1]?.querySelector('a')?.getAttribute('href')).toBe('/table/running');
});

it('leaves out what is over, for good, and keeps the key', async () => {
  serve([{ ...running, table: 'over', over: true }]);
  keepKey({ table: 'over', key: 'key of over' });
  render(GoOn);
  await waitFor(() => expect(listedTables()).toEqual([]));
  expect(screen.queryByText('Go on')).toBeNull();
  expect(keyOf('over')).toBe('key of over');
});

it('keeps a game that this server does not know, says so, and lets it be taken off by hand', async () => {
  serve([running]);
  for (const table of ['running', 'gone', 'strange']) keepKey({ table, key: 'k' });
  note('gone', { ...running, game: 'toushi', changed: NOW });
  render(GoOn);
  await screen.findByText('Go on');
  expect(told()).toEqual([
    'NMBR 9 You, medium Waiting for you. 2 hours ago',
    'Tóushì You, medium Not on this server. now',
    'strange Not on this server.',
  ]);
  expect(entries()[1]?.querySelector('a')).toBeNull();
  expect(listedTables().sort()).toEqual(['gone', 'running', 'strange']);
  await fireEvent.click(screen.getByRole('button', { name: 'Take this game of Tóushì off the list' }));
  expect(listedTables().sort()).toEqual(['running', 'strange']);
});

it('keeps and shows what a server that fails does not tell of', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError()));
  keepKey({ table: 'running', key: 'k' });
  note('running', running);
  render(GoOn);
  await screen.findByText('Go on');
  expect(told()).toEqual(['NMBR 9 You, medium The server does not answer. 2 hours ago']);
  expect(listedTables()).toEqual(['running']);
});

it('takes the games that the server offers to whoever is at its computer', async () => {
  const [mine, other, dropped] = ['mine', 'other', 'dropped'].map((table) => ({
    ...running,
    table,
    key: 'k',
  }));
  if (!mine || !other || !dropped) throw new Error();
  keepKey({ table: 'dropped', key: 'k' });
  list('dropped', false);
  serve([running], [mine, { ...other, key: null, changed: NOW - 7201 }, dropped]);
  render(GoOn);
  await screen.findByText('Go on');
  expect(told()).toEqual([
    'NMBR 9 You, medium Waiting for you. 2 hours ago',
    'NMBR 9 Player 1, medium Waiting for Player 1. 2 hours ago',
  ]);
  expect([keyOf('mine'), keyOf('other')]).toEqual(['k', null]);
});

it('takes a game off the list, and puts it back', async () => {
  serve([running]);
  keepKey({ table: 'running', key: 'k' });
  render(GoOn);
  await fireEvent.click(await screen.findByRole('button', { name: 'Take this game of NMBR 9 off the list' }));
  expect(listedTables()).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'Put this game of NMBR 9 back on the list' }));
  expect(listedTables()).toEqual(['running']);
});

it('shows the rest of a long list when asked', async () => {
  const many = Array.from({ length: 7 }, (_, i) => ({ ...running, table: `t${i}` }));
  serve(many);
  for (const { table } of many) keepKey({ table, key: 'k' });
  render(GoOn);
  await fireEvent.click(await screen.findByRole('button', { name: '3 more' }));
  expect(entries()).toHaveLength(7);
});

it('lists no table whose key this browser does not have', () => {
  list('strange', true);
  expect(listedTables()).toEqual([]);
});
