import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet, tick } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import { FakeDesk } from '../../test/desk.svelte';
import { action, legal, move, play, position } from '../../test/threeByEight';
import Board from './Board.svelte';

settings.language = 'en';

const actions = createRawSnippet(() => ({ render: () => '<div></div>' }));
const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement;
const spoken = (selector: string) => find(selector).querySelector('.unseen')?.textContent;
const click = (selector: string) => fireEvent.click(find(selector), { detail: 1 });
/** As a browser clicks a focused button on Enter. */
const enter = (selector: string) => fireEvent.click(find(selector), { detail: 0 });
const pressed = (key: string) => new KeyboardEvent('keydown', { key });

describe('the board of 3x8', () => {
  let desk: FakeDesk;
  let board: ReturnType<typeof render<typeof Board>>['component'];

  beforeEach(() => {
    settings.motion = false;
    desk = new FakeDesk();
    desk.seats = ['Ann', 'Ben'].map((name) => ({ kind: 'person', name, bot: null, yours: true }));
    desk.position = position();
    desk.legal = [...legal];
    board = render(Board, { desk, actions, speak: () => {} }).component;
  });

  it('speaks rows, cards, the pool and what is known of a hand', () => {
    expect(spoken('[data-target="1"]')).toBe('row 1, 4, 11, takes 16, 19, 61');
    expect(spoken('[data-target="2"]')).toBe('row 2, 17, 32, blocked: no 40–49, 50–59, takes 61');
    expect(spoken('[data-target="4"]')).toBe('row 4, empty');
    expect(spoken('[data-their="1.2"]')).toBe('Ben, row 2, complete, 2 turned down');
    expect(spoken('[data-draw="p1"]')).toBe('pool, place 1, 20');
    expect(spoken('[data-draw="d"]')).toBe('draw pile, 60 cards');
    expect(document.querySelectorAll('[data-known]')).toHaveLength(1);
    expect(find('[data-known]').dataset.known).toBe('44');
  });

  it('is one tab stop', () => {
    expect(screen.getByTestId('board').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it('is played by tapping a card and a row', async () => {
    await click('[data-hand] [data-card="16"]');
    expect(find('[data-target="2"]').dataset.lit).toBe('false');
    await click('[data-target="1"]');
    expect(desk.choice).toBe('16>1');
    expect(document.querySelectorAll('[data-row="1"] [data-ghost="16"]')).toHaveLength(1);
  });

  it('is confirmed by Enter where the choice lies, and by keys from anywhere', async () => {
    await enter('[data-hand] [data-card="16"]');
    await enter('[data-target="1"]');
    await enter('[data-target="1"]');
    expect(desk.confirmed).toEqual(['16>1']);
    find('[data-hand] [data-card="61"]').focus();
    await enter('[data-hand] [data-card="61"]');
    for (const key of ['n', 'e', 'd']) board.press(pressed(key));
    await enter('[data-hand] [data-card="16"]');
    expect(desk.confirmed.slice(1)).toEqual(['61>n', 'end', 'd']);
  });

  it('moves its cursor by arrows', async () => {
    find('[data-spot="hand-16"]').focus();
    board.press(pressed('ArrowRight'));
    await tick();
    expect((document.activeElement as HTMLElement).dataset.spot).toBe('hand-19');
    board.press(pressed('ArrowUp'));
    expect((document.activeElement as HTMLElement).dataset.spot).toBe('row-4');
  });

  it('crosses out what a row blocks, and shows a blocker that is laid', async () => {
    expect(find('[data-row="2"] [data-half="3a"]').querySelectorAll('.cross')).toHaveLength(2);
    await click('[data-hand] [data-card="b3"]');
    await click('[data-their="1.1"]');
    expect(document.querySelectorAll('[data-ghost="3a"]')).toHaveLength(1);
  });

  it('moves the end of a row', async () => {
    desk.position = position({ phase: 'play', row: 1, played: 1 });
    desk.legal = [play(19, 1), move(1, 2), action('end', 'end')];
    await tick();
    await click('[data-tail="1"]');
    await click('[data-target="2"]');
    expect(desk.choice).toBe('m1>2');
    expect(find('[data-row="2"]').querySelector('[data-ghost="11"]')).toBeTruthy();
  });

  it('goes on where the next decision is due when it is played by keyboard', async () => {
    find('[data-spot="hand-16"]').focus();
    desk.position = position({ phase: 'draw', to_draw: 1, hands: [[19], { known: [44], count: 5 }] });
    desk.legal = [action('p1', 'pool', { card: 20, place: 1 }), action('d', 'pile')];
    await tick();
    expect((document.activeElement as HTMLElement).dataset.spot).toBe('pool-1');
  });

  it('shows backs for a hand that is not seen, and lights nothing to those who watch', async () => {
    desk.legal = [];
    desk.front = 1;
    await tick();
    expect(document.querySelectorAll('[data-hand="1"] [data-card]')).toHaveLength(1);
    expect(document.querySelectorAll('[data-hand="1"] > .back')).toHaveLength(4);
    expect(document.querySelectorAll('[data-lit="true"]')).toHaveLength(0);
  });

  it('takes back what is picked', async () => {
    await click('[data-hand] [data-card="16"]');
    expect(board.unfinished?.()).toBe(true);
    board.takeBack?.();
    expect(board.unfinished?.()).toBe(false);
  });
});
