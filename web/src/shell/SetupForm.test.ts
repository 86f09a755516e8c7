import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gameNamed } from '../games';
import type { GameClient } from '../games/game';
import type { GameSpec, OptionSpec } from '../lib/protocol';
import { settings } from '../lib/settings.svelte';
import SetupForm from './SetupForm.svelte';

settings.language = 'en';

const spec: GameSpec = {
  name: 'nmbr9',
  title: 'NMBR 9',
  summary: '',
  players: [1, 3],
  options: [
    {
      name: 'draft',
      summary: 'how',
      kind: 'choice',
      default: 'unknown',
      choices: ['unknown', 'known', 'free'],
      minimum: null,
      maximum: null,
    },
    {
      name: 'cards',
      summary: 'many',
      kind: 'integer',
      default: null,
      choices: null,
      minimum: 1,
      maximum: 20,
    },
  ],
};
const bots = [{ name: 'greedy', summary: '', rating: null }];

/** Chooses an option; happy-dom does not find chosen options by `:checked`, by which Svelte reads them. */
function choose(label: string, value: string): Promise<boolean> {
  const select = screen.getByLabelText(label) as HTMLSelectElement;
  const option = [...select.options].find((each) => each.value === value);
  select.querySelector = () => option ?? null;
  return fireEvent.change(select);
}

describe('setting up', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('sends what was filled in and goes to the table', async () => {
    const fetch = vi.fn(async (_path: string, _init: RequestInit) =>
      Response.json({ table: 'k3v9', key: 'secret' }),
    );
    vi.stubGlobal('fetch', fetch);
    render(SetupForm, { game: gameNamed('nmbr9') as GameClient, spec, bots });

    await fireEvent.input(screen.getByLabelText('Seat 1: Name'), { target: { value: 'Ann' } });
    await choose('Seat 2: Who sits here', 'person');
    await fireEvent.click(screen.getByTestId('add-seat'));
    await choose('Seat 3: Who sits here', 'bot:greedy');
    expect(screen.queryByTestId('add-seat')).toBeNull();
    await choose('Cards', 'known');
    await fireEvent.input(screen.getByLabelText(/How many cards/), { target: { value: '6' } });
    await fireEvent.input(screen.getByTestId('seed'), { target: { value: '7' } });
    await fireEvent.submit(screen.getByTestId('start').closest('form') as HTMLFormElement);

    await waitFor(() => expect(location.pathname).toBe('/table/k3v9'));
    const [path, init] = fetch.mock.lastCall ?? [];
    expect(path).toBe('/api/tables');
    expect(JSON.parse(String(init?.body))).toEqual({
      game: 'nmbr9',
      options: { draft: 'known', cards: 6 },
      seed: 7,
      seats: [
        { kind: 'person', name: 'Ann' },
        { kind: 'person' },
        { kind: 'bot', bot: 'greedy', name: 'greedy' },
      ],
    });
    expect(localStorage.getItem('abaculus.key.k3v9')).toBe('"secret"');
  });

  it('reads data from a file, and forgets it again', async () => {
    const fetch = vi.fn(async (_path: string, _init: RequestInit) =>
      Response.json({ error: { code: 'option', message: 'no' } }, { status: 400 }),
    );
    vi.stubGlobal('fetch', fetch);
    const deck: OptionSpec = {
      name: 'deck',
      summary: 'Another deck',
      kind: 'data',
      default: null,
      choices: null,
      minimum: null,
      maximum: null,
    };
    render(SetupForm, { game: gameNamed('nmbr9') as GameClient, spec: { ...spec, options: [deck] }, bots });
    const input = screen.getByLabelText('Another deck');
    const start = () => fireEvent.submit(input.closest('form') as HTMLFormElement);
    const load = (text: string) =>
      fireEvent.change(input, { target: { files: [new File([text], 'deck.json')] } });
    const sent = () => JSON.parse(String(fetch.mock.lastCall?.[1].body)).options;

    await load('ten cards');
    await start();
    expect((await screen.findByTestId('trouble')).textContent).toBe('The file deck.json is not JSON.');
    expect(fetch).not.toHaveBeenCalled();
    await load('[1, 2]');
    await start();
    await waitFor(() => expect(sent()).toEqual({ deck: [1, 2] }));
    await fireEvent.click(screen.getByLabelText('Another deck: as usual again'));
    await start();
    await waitFor(() => expect(sent()).toBeUndefined());
  });

  it("shows the server's words when it says no", async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: { code: 'option', message: 'cards must be from 1 to 20.' } }, { status: 400 }),
    );
    render(SetupForm, { game: gameNamed('nmbr9') as GameClient, spec, bots });
    await fireEvent.submit(screen.getByTestId('start').closest('form') as HTMLFormElement);
    expect((await screen.findByTestId('trouble')).textContent).toBe('cards must be from 1 to 20.');
  });
});
