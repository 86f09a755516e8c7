import { render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { GameClient, Moment } from '../../games/game';
import type { TableMessage } from '../../lib/protocol';
import { settings } from '../../lib/settings.svelte';
import type { Table } from '../../lib/table.svelte';
import Result from './Result.svelte';

settings.language = 'en';

const person = (name: string) => ({ kind: 'person' as const, name, bot: null, yours: true });

function show(scores: number[] | undefined, moments: Moment[], parts: string[]) {
  const data = {
    game: 'some',
    players: 2,
    seats: [person('Ann'), person('Ben')],
    view: { returns: [0, 1], scores, over: true },
    seed: null,
  } as unknown as TableMessage;
  const game = {
    tally: (_: unknown, seat: number) => parts.map((label) => ({ label, points: 20 + seat })),
  } as unknown as GameClient;
  return render(Result, {
    table: { id: 't' } as Table,
    data,
    game,
    moments,
    goTo: () => {},
    review: () => {},
    again: () => {},
  });
}

const cells = () =>
  screen.queryAllByRole('row').map((row) =>
    [...row.children]
      .map((cell) => cell.textContent?.trim())
      .join(' ')
      .trim(),
  );

describe('the result', () => {
  it('adds up scores, and draws their curve', () => {
    show([20, 21], [{ words: '', scores: [20, 21] }], ['Lines']);
    expect(cells()).toEqual(['Ann Ben', 'Lines 20 21', 'Total 20 21']);
    const curve = screen.getByRole('img', { name: 'The scores through the game' });
    const figures = [...curve.querySelectorAll('text')].map((text) => text.textContent);
    expect(figures).toEqual(['0', '10', '20', '30', 'start', 'end']);
    expect(screen.getByText('The scores through the game')).toBeTruthy();
  });

  it('tells what can be counted where there are no scores', () => {
    show(undefined, [{ words: '', scores: [20, 21] }], ['Squares filled']);
    expect(cells()).toEqual(['Ann Ben', 'Squares filled 20 21']);
    expect(screen.getByRole('img', { name: 'Squares filled, through the game' })).toBeTruthy();
  });

  it('is a sentence where there is nothing to count', () => {
    show(undefined, [{ words: '', scores: null }], []);
    expect(cells()).toEqual([]);
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByRole('heading').textContent).toContain('Ben');
  });
});
