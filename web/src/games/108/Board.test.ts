import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet, tick } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import { FakeDesk, texts } from '../../test/desk.svelte';
import { position } from '../../test/oneOhEight';
import Board from './Board.svelte';
import { tools } from './tools.svelte';

settings.language = 'en';

const actions = createRawSnippet(() => ({ render: () => '<div></div>' }));
const square = (name: string) =>
  document.querySelector<HTMLElement>(`[data-square="${name}"]`) as HTMLElement;
const digit = (number: number) =>
  screen.getByTestId('numbers').querySelector<HTMLElement>(`[data-digit="${number}"]`) as HTMLElement;
const spoken = (name: string) => square(name).textContent?.trim();
const lit = () =>
  [...document.querySelectorAll<HTMLElement>('[data-square][data-lit="true"]')].map((e) => e.dataset.square);
/** As a browser clicks a focused button on Enter. */
const enter = (element: HTMLElement) => fireEvent.click(element, { detail: 0 });
const click = (element: HTMLElement) => fireEvent.click(element, { detail: 1 });
const pressed = (key: string) => new KeyboardEvent('keydown', { key });

describe('the board of 108', () => {
  let desk: FakeDesk;
  const speak = vi.fn();
  const show = () => render(Board, { desk, actions, speak });

  beforeEach(() => {
    Object.assign(tools, { candidates: false, solvable: false });
    speak.mockClear();
    desk = new FakeDesk();
    desk.seats = ['Ann', 'Ben', 'Cleo', 'Di'].map((name) => ({
      kind: 'person',
      name,
      bot: null,
      yours: true,
    }));
    desk.position = position();
    desk.legal = texts('3@c1', '8@c1', '3@e3', 'e1-c1', 'e1-c2', 'e1x', '-');
  });

  it('speaks its squares', () => {
    show();
    expect(spoken('c1')).toBe('c1, red, yours, empty, takes 3 or 8');
    expect(spoken('d4')).toBe('d4, white, shared with yellow, 2 placed by red');
    expect(digit(8).getAttribute('aria-label')).toBe('8: 1 on the table, 2 in the wall');
  });

  it('is one tab stop for the board and one for the numbers', () => {
    show();
    expect(screen.getByTestId('board').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    expect(screen.getByTestId('numbers').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it('is played with the pointer', async () => {
    show();
    await click(digit(3));
    expect(lit()).toEqual(['c1', 'e3']);
    await click(square('e3'));
    expect(desk.choice).toBe('3@e3');
    expect(spoken('e3')).toContain('3 to be placed');
  });

  it('is played with keys alone', async () => {
    const { component } = show();
    expect(component.press(pressed('n'))).toBe(true);
    await tick();
    expect((document.activeElement as HTMLElement).dataset.square).toBe('e3');
    component.press(pressed('p'));
    component.press(pressed('p'));
    await tick();
    expect((document.activeElement as HTMLElement).dataset.square).toBe('c1');
    component.press(pressed('8'));
    expect(desk.choice).toBe('8@c1');
    await enter(square('c1'));
    expect(desk.confirmed).toEqual(['8@c1']);
  });

  it('confirms with Enter on the number that is chosen', async () => {
    show();
    await enter(square('c1'));
    await enter(digit(8));
    expect(desk.choice).toBe('8@c1');
    await enter(digit(8));
    expect(desk.confirmed).toEqual(['8@c1']);
  });

  it('confirms with Enter on the board what is about no square', async () => {
    const { component } = show();
    component.press(pressed('n'));
    component.press(pressed('-'));
    await enter(square('e3'));
    expect(desk.confirmed).toEqual(['-']);
  });

  it('can put down what is taken up', async () => {
    const { component } = show();
    await click(square('e1'));
    expect(component.unfinished()).toBe(true);
    expect(lit()).toEqual(['c1', 'c2']);
    component.takeBack();
    expect(component.unfinished()).toBe(false);
  });

  it('shows conflicts, also those that a choice would bring', async () => {
    show();
    expect(square('e1').dataset.clash).toBe('false');
    desk.legal = texts('5@e3');
    await tick();
    await click(square('e3'));
    expect(square('e1').dataset.clash).toBe('true');
    expect(spoken('e1')).toContain('in conflict with e3');
  });

  it('touches nobody any more who is out (W4)', () => {
    desk.position = position({ board: { e1: 5, a1: 5 }, out: [0] });
    show();
    expect(square('e1').dataset.clash).toBe('false');
  });

  it('shows what fits when asked to', async () => {
    const { component } = show();
    expect(spoken('c1')).not.toContain('fits');
    component.press(pressed('c'));
    await tick();
    // Not the 7 (black in its row), the 5 (in the base).
    expect(spoken('c1')).toContain('fits 1, 2, 3, 4, 6, 8 or 9');
    expect(screen.getByTestId('candidates').getAttribute('aria-pressed')).toBe('true');
  });

  it('tells whether the home can be solved to those who want to know', async () => {
    desk.aids = { solvable: false };
    show();
    const button = screen.getByTestId('solvable');
    expect(screen.queryByTestId('aid')).toBeNull();
    await click(button);
    expect(button.textContent?.trim()).toBe('Not solvable');
    expect(speak).toHaveBeenCalledWith(screen.getByTestId('aid').textContent);
    desk.aids = { solvable: true };
    await tick();
    expect(button.textContent?.trim()).toBe('Solvable');
    expect(screen.queryByTestId('aid')).toBeNull();
    desk.aids = {};
    await tick();
    expect(button.textContent?.trim()).toBe('Solvable?');
  });

  it('has stacks of black numbers to choose from', async () => {
    desk.position = position({ phase: 'stack', table: [[1], [], [], []] });
    desk.legal = texts('s1', 's2');
    const { container, component } = show();
    const stacks = [...container.querySelectorAll<HTMLElement>('[data-stack]')];
    expect(stacks.map(({ dataset }) => dataset.lit)).toEqual(['true', 'true', 'false']);
    expect(stacks[1]?.getAttribute('aria-label')).toBe('Stack 2, 2 numbers');
    await click(stacks[1] as HTMLElement);
    expect(desk.choice).toBe('s2');
    component.press(pressed('1'));
    expect(desk.choice).toBe('s1');
  });

  it('shows the black number to be placed', () => {
    desk.position = position({ phase: 'black', revealed: 4 });
    desk.legal = texts('#e5', '#i1');
    show();
    expect(screen.getByTestId('revealed').textContent).toBe('4');
    expect(lit()).toEqual(['i1', 'e5']);
  });

  it('has buttons for what is about no square', () => {
    desk.position = position({ phase: 'warn' });
    desk.legal = texts('warn', 'silent');
    const row = createRawSnippet<[unknown]>((buttons) => ({
      render: () => `<div data-buttons="${typeof buttons()}"></div>`,
    }));
    const { container } = render(Board, { desk, actions: row as typeof actions, speak });
    expect(container.querySelector('[data-buttons="function"]')).toBeTruthy();
  });

  it('shows all tables, and whose turn it is', async () => {
    const { container } = show();
    const tables = [...container.querySelectorAll<HTMLElement>('[data-table]')];
    expect(tables.map(({ dataset }) => [dataset.table, dataset.turn])).toEqual([
      ['0', 'true'],
      ['1', 'false'],
      ['2', 'false'],
      ['3', 'false'],
    ]);
    await click(tables[2]?.querySelector('button') as HTMLElement);
    expect(desk.front).toBe(2);
  });

  it('asks why a square is not available', async () => {
    show();
    await fireEvent.pointerEnter(square('h4'));
    expect(desk.asked.at(-1)).toBe('3@h4');
    await fireEvent.pointerLeave(square('h4'));
    expect(desk.asked.at(-1)).toBeNull();
  });

  it('offers nothing to those who watch', () => {
    desk.legal = [];
    const { component } = show();
    expect(lit()).toEqual([]);
    expect(component.press(pressed('3'))).toBe(false);
  });
});
