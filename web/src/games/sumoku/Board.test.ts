import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet, tick } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import { FakeDesk, texts } from '../../test/desk.svelte';
import Board from './Board.svelte';
import type { SumokuPosition } from './tiles';

settings.language = 'en';

const actions = createRawSnippet(() => ({ render: () => '<div></div>' }));
const key = (name: string) => new KeyboardEvent('keydown', { key: name });
const slots = () => [...screen.getByTestId('stock').querySelectorAll<HTMLElement>('[data-slot]')];

/** What a screen reader says of a tile in the stock; its picture is hidden from it. */
const spoken = (at: number) => slots()[at]?.querySelector('.unseen')?.textContent;

describe('the board of Sumoku', () => {
  let desk: FakeDesk;
  const speak = vi.fn();

  beforeEach(() => {
    sessionStorage.clear();
    desk = new FakeDesk();
    desk.seats = ['Ann', 'Ben'].map((name) => ({ kind: 'person', name, bot: null, yours: true }));
    desk.position = {
      key: 5,
      over: false,
      board: [
        [0, 0, 'R3'],
        [1, 0, 'G7'],
      ],
      laid: [],
      stocks: [
        ['R5', 'O1', 'B5', 'P6'],
        ['Y1', 'Y2'],
      ],
      bag: ['R1', 'R1'],
      scores: [0, 0],
    } as unknown as SumokuPosition;
    desk.log = [
      { number: 1, seat: 1, text: 'R3@0,0', time: 0 },
      { number: 2, seat: 1, text: 'G7@1,0', time: 0 },
      { number: 3, seat: 1, text: 'end', time: 0 },
    ];
    desk.legal = texts('B5@2,0', 'O1@2,1');
    speak.mockClear();
  });

  it('is a grid whose cells say what lies there', () => {
    render(Board, { desk, actions, speak });
    expect(screen.getByRole('grid').getAttribute('aria-label')).toBe('Crossword');
    expect(screen.getByRole('gridcell', { name: '1, 0, green 7, new' })).toBeTruthy();
    expect(screen.getByRole('gridcell', { name: '2, 0, empty, a play may begin here' })).toBeTruthy();
  });

  it('is played with keys alone, and speaks its sums', async () => {
    const { component } = render(Board, { desk, actions, speak });
    component.press(key('ArrowRight'));
    component.press(key('ArrowLeft'));
    for (const name of ['b', '5']) expect(component.press(key(name))).toBe(true);
    await tick();
    expect(speak.mock.lastCall?.[0]).toBe('row 15, fits; 15 points');
    expect(desk.choices).toEqual(['B5@2,0', 'end']);
    expect(component.unfinished?.()).toBe(true);
    component.takeBack?.();
    expect(component.unfinished?.()).toBe(false);
  });

  it('shows sums beside the lines and above the board', async () => {
    const { component, container } = render(Board, { desk, actions, speak });
    for (const name of ['r', '5']) component.press(key(name));
    await tick();
    const sum = container.querySelector<HTMLElement>('[data-sum]');
    expect(sum?.dataset).toMatchObject({ sum: '15', way: 'row', fits: 'false' });
    expect(screen.getByTestId('sums').textContent).toContain('red twice');
    expect(container.querySelectorAll('[data-amiss="true"]')).toHaveLength(2);
    expect(desk.choices).toEqual([]);
  });

  it('lays the tile in hand on Enter though the play could be confirmed', async () => {
    const { component } = render(Board, { desk, actions, speak });
    for (const name of ['b', '5', 'o']) component.press(key(name));
    await tick();
    const handled = !(await fireEvent.keyDown(screen.getByTestId('board'), { key: 'Enter' }));
    expect(handled).toBe(true);
    expect(screen.getByTestId('sums').dataset.points).toBe('16');
    expect(desk.confirmed).toEqual([]);
  });

  it('has a stock that is one tab stop, and is rearranged with Shift', async () => {
    render(Board, { desk, actions, speak });
    expect(slots().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    await fireEvent.keyDown(slots()[0] as HTMLElement, { key: 'ArrowRight', shiftKey: true });
    expect(slots().map(({ dataset }) => dataset.kind)).toEqual(['O1', 'R5', 'B5', 'P6']);
    expect(document.activeElement).toBe(slots()[1]);
  });

  it('picks a tile, and turns a 6 that is picked', async () => {
    render(Board, { desk, actions, speak });
    await fireEvent.click(slots()[3] as HTMLElement);
    expect(spoken(3)).toBe('purple 6');
    await fireEvent.click(slots()[3] as HTMLElement);
    expect(spoken(3)).toBe('purple 9, turned');
  });

  it('passes only when there is nothing else', async () => {
    desk.legal = texts('pass');
    const { component } = render(Board, { desk, actions, speak });
    expect(component.press(key('y'))).toBe(false);
    expect(component.press(key('Enter'))).toBe(true);
    expect(desk.choice).toBe('pass');
  });

  it('shows the stocks of others, and brings one forward', async () => {
    const { container } = render(Board, { desk, actions, speak });
    await fireEvent.click(container.querySelector('[data-side="1"]') as HTMLElement);
    expect(desk.front).toBe(1);
    expect(slots().map(({ dataset }) => dataset.kind)).toEqual(['Y1', 'Y2']);
  });
});
