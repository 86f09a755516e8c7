import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gameNamed } from '../../games';
import type { GameClient } from '../../games/game';
import { Hint } from '../../lib/hint.svelte';
import type { Action, Position } from '../../lib/protocol';
import { settings } from '../../lib/settings.svelte';
import { FakeHinted } from '../../test/hinted.svelte';
import HintPanel from './HintPanel.svelte';

settings.language = 'en';

describe('the panel of a hint', () => {
  let table: FakeHinted;
  let hint: Hint;
  const taken = vi.fn();

  function show(seats = 2, game = gameNamed('toushi')): void {
    render(HintPanel, {
      hint,
      game: game as GameClient,
      position: {} as Position,
      seat: 0,
      facts: { options: {}, seats, names: ['Ann', 'Ben'] },
      taken,
    });
  }

  beforeEach(() => {
    taken.mockReset();
    table = new FakeHinted();
    hint = new Hint(table);
  });

  it('tells what the best actions are worth, in the terms of the game', async () => {
    await hint.ask();
    show();
    const told = screen.getAllByRole('listitem').map((item) => item.textContent?.replace(/\s+/g, ' ').trim());
    expect(told).toEqual(['a wins 60 % Take it', 'b wins 50 % Take it', 'c wins 40 % Take it']);
    expect(screen.getByRole('heading').textContent).toBe('What looks best next');
    expect(screen.getByText(/several steps/)).toBeTruthy();
  });

  it('says of what is worth as much that it is as good', async () => {
    const values = [0.619, 0.621, 0.5];
    const actions = values.map((value, i) => ({ action: table.legal[i] as Action, value, weight: 0 }));
    table.answer = { position: 17, seat: 0, actions, played: null };
    await hint.ask();
    show();
    const told = screen.getAllByRole('listitem').map((item) => item.textContent?.replace(/\s+/g, ' ').trim());
    expect(told).toEqual(['a wins 62 % Take it', 'b as good Take it', 'c wins 50 % Take it']);
  });

  it('says nothing of steps where a turn is one', async () => {
    const toushi = gameNamed('toushi') as GameClient;
    await hint.ask();
    show(1, { ...toushi, manySteps: false });
    expect(screen.getByRole('heading').textContent).toBe('What looks best');
    expect(screen.queryByText(/several steps/)).toBeNull();
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('≈ 0.6 points');
  });

  it('shows what has the focus or the pointer', async () => {
    await hint.ask();
    show();
    const [first, second] = screen
      .getAllByText('Take it')
      .map((take) => take.closest('button') as HTMLElement);
    const panel = screen.getByTestId('hint');
    expect([document.activeElement, table.chosen]).toEqual([panel, []]);
    await fireEvent.keyDown(panel, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(first);
    expect(table.choices).toEqual(['a']);
    await fireEvent.keyDown(first as HTMLElement, { key: 'ArrowDown' });
    expect(table.choices).toEqual(['b']);
    await fireEvent.keyDown(second as HTMLElement, { key: 'ArrowUp' });
    await fireEvent.pointerMove(second as HTMLElement);
    expect(table.choices).toEqual(['b']);
    await fireEvent.pointerLeave(second as HTMLElement);
    expect(table.choices).toEqual([]);
    await fireEvent.click(second as HTMLElement);
    expect(table.chosen.at(-1)).toBe('b');
    expect(taken).toHaveBeenCalledOnce();
  });

  it('names the only thing there is to do', async () => {
    table.answer = { position: 17, seat: 0, actions: [], played: null };
    table.legal = table.legal.slice(0, 1);
    await hint.ask();
    show();
    expect(screen.getByRole('status').textContent).toBe('There is only one thing to do.');
    const [only] = screen.getAllByRole('listitem');
    expect(only?.textContent?.replace(/\s+/g, ' ').trim()).toBe('a Take it');
    await fireEvent.click(only?.querySelector('button') as HTMLElement);
    expect(table.choices).toEqual(['a']);
  });

  it('says that it thinks, and that there is nothing to say', async () => {
    table.answer = null;
    const asked = hint.ask();
    show();
    expect(screen.getByRole('status').textContent).toBe('Thinking about it …');
    await asked;
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('There is no hint just now.'));
  });
});
