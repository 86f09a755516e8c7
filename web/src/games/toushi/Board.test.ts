import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet, tick } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import { FakeDesk, texts } from '../../test/desk.svelte';
import Board from './Board.svelte';
import type { ToushiPosition } from './sheet';

settings.language = 'en';

const actions = createRawSnippet(() => ({ render: () => '<div></div>' }));
const square = (name: string) =>
  document.querySelector<HTMLElement>(`[data-square="${name}"]`) as HTMLElement;
/** What a screen reader says of a square; its picture is hidden from it. */
const spoken = (name: string) => square(name).querySelector('.unseen')?.textContent;
const number = (name: string) =>
  document.querySelector<HTMLElement>(`[data-number="${name}"]`) as HTMLElement;
/** As a browser clicks a focused button on Enter. */
const enter = (element: HTMLElement) => fireEvent.click(element, { detail: 0 });
const click = (element: HTMLElement) => fireEvent.click(element, { detail: 1 });

describe('the board of Tóushì', () => {
  let desk: FakeDesk;

  beforeEach(() => {
    Element.prototype.scrollIntoView = () => {};
    desk = new FakeDesk();
    desk.position = {
      options: { lists: 'ample' },
      phase: 'mark',
      round: 2,
      grid: { c3: 'T6' },
      at: 'c3',
      die: 'T8',
      rolled: 6,
      left: {
        T4: [3, 3, 3, 3],
        T6: [2, 2, 2, 1, 2, 2],
        T8: [2, 2, 2, 2, 1, 2, 2, 2],
        T10: Array(10).fill(2),
        T12: Array(12).fill(1),
        T20: Array(20).fill(1),
      },
      stars: 3,
      scores: [13],
    } as unknown as ToushiPosition;
    desk.legal = texts('T4:3@d5', 'T8:3@d5', 'T8:5@c4', 'bonus reroll');
    render(Board, { desk, actions, speak: () => {} });
  });

  it('speaks its squares', () => {
    expect(spoken('c3')).toBe('c3, T6, starting point');
    expect(spoken('d5')).toBe('d5, empty, takes T4 3, T8 3');
    expect(spoken('a1')).toBe('a1, empty, not now');
    expect(number('T6:4').getAttribute('aria-label')).toBe('T6, number 4, 1 left');
  });

  it('is one tab stop for the grid and one for the lists', () => {
    expect(screen.getByTestId('board').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    expect(screen.getByTestId('lists').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it('offers what a square takes', async () => {
    await click(square('d5'));
    const offers = screen.getByTestId('offers').querySelectorAll<HTMLElement>('[data-offer]');
    expect([...offers].map(({ dataset }) => dataset.offer)).toEqual(['T4:3@d5', 'T8:3@d5']);
    await click(offers[1] as HTMLElement);
    expect(desk.choice).toBe('T8:3@d5');
  });

  it('takes the number first as well', async () => {
    await click(number('T8:5'));
    expect(
      [...document.querySelectorAll<HTMLElement>('[data-square][data-lit="true"]')].map(
        (e) => e.dataset.square,
      ),
    ).toEqual(['c4']);
    await click(square('c4'));
    expect(desk.choice).toBe('T8:5@c4');
  });

  it('is confirmed by Enter on the square that is chosen', async () => {
    await click(number('T8:5'));
    await enter(square('c4'));
    await enter(square('c4'));
    expect(desk.confirmed).toEqual(['T8:5@c4']);
  });

  it('leads from a square to its offers by keyboard', async () => {
    square('d5').focus();
    await enter(square('d5'));
    await tick();
    expect((document.activeElement as HTMLElement).dataset.offer).toBe('T4:3@d5');
  });

  it('asks why a square is not available', async () => {
    await fireEvent.pointerEnter(square('c3'));
    expect(desk.asked.at(-1)).toMatch(/@c3$/);
    await fireEvent.pointerLeave(square('c3'));
    expect(desk.asked.at(-1)).toBeNull();
  });
});
