import { render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import { FakeDesk } from '../../test/desk.svelte';
import { place, tile } from '../../test/nmbr9';
import Board from './Board.svelte';
import type { Nmbr9Position } from './display';

settings.language = 'en';

const actions = createRawSnippet(() => ({ render: () => '<div></div>' }));
const pressed = (key: string) => new KeyboardEvent('keydown', { key });

describe('the board of NMBR 9', () => {
  let desk: FakeDesk;

  beforeEach(() => {
    desk = new FakeDesk();
    desk.seats = ['Ann', 'Ben'].map((name) => ({ kind: 'person', name, bot: null, yours: true }));
    desk.position = {
      options: { draft: 'unknown' },
      turned: [1, 0],
      left: [1, 1],
      displays: [[tile(1, 0, 0, 0, 0)], []],
      scores: [0, 0],
    } as unknown as Nmbr9Position;
    desk.legal = [place('r0@2,0', 0, 0, 2, 0, 0), place('r1@2,1', 0, 1, 2, 1, 0)];
  });

  it('is a grid whose cells say what lies there', () => {
    render(Board, { desk, actions, speak: () => {} });
    expect(screen.getByRole('grid').getAttribute('aria-label')).toBe('Display of Ann');
    expect(screen.getByRole('gridcell', { name: '1, 3, 1 on level 0' })).toBeTruthy();
    expect(screen.getByRole('gridcell', { name: '0, 3, table' })).toBeTruthy();
  });

  it('is played with keys alone, and speaks', () => {
    const speak = vi.fn();
    const { component } = render(Board, { desk, actions, speak });
    const seen = new Set<string | null>();
    for (const key of ['n', 'n', 'r', 'n']) expect(component.press(pressed(key))).toBe(true);
    expect(speak.mock.lastCall?.[0]).toMatch(/^0, turned .*, level 0, fits$/);
    expect(component.press(pressed('Enter'))).toBe(true);
    seen.add(desk.choice);
    expect(desk.legal.map(({ text }) => text)).toContain(desk.choice);
    component.press(pressed('Enter'));
    expect(desk.confirmed).toHaveLength(1);
  });

  it('shows the legal places of the orientation and the level of the ghost', async () => {
    const { container } = render(Board, { desk, actions, speak: () => {} });
    expect(container.querySelectorAll('[data-place]')).toHaveLength(1);
    const ghost = screen.getByTestId('ghost');
    expect(ghost.dataset).toMatchObject({ fits: 'true', level: '0' });
  });

  it('shows no ghost to those who watch', () => {
    desk.legal = [];
    const { component } = render(Board, { desk, actions, speak: () => {} });
    expect(screen.queryByTestId('ghost')).toBeNull();
    expect(component.press(pressed('r'))).toBe(false);
  });

  it('opens the display of another seat', () => {
    const { container } = render(Board, { desk, actions, speak: () => {} });
    container.querySelector<HTMLElement>('[data-side="1"]')?.click();
    expect(desk.front).toBe(1);
  });
});
