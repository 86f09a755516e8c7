import { render } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { LogEvent } from '../../lib/protocol';
import Log from './Log.svelte';

const log: LogEvent[] = [1, 2, 3].map((number) => ({ number, seat: null, text: `*${number}`, time: 0 }));
const moments = log.map(({ text }) => ({ words: `card ${text}`, scores: null }));

function show(shown: number) {
  render(Log, { log, moments, seats: [], shown, open: true, goTo: () => {} });
  const rows = [...document.querySelectorAll<HTMLElement>('[data-event]')];
  return {
    later: rows.filter((row) => row.classList.contains('later')).map((row) => row.dataset.event),
    list: document.querySelector('ol') as HTMLElement,
  };
}

it('tells what came later than the position shown from what came before', () => {
  expect(show(1).later).toEqual(['2', '3']);
});

it('begins at the beginning when the start is shown', async () => {
  const offset = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetTop');
  Object.defineProperty(HTMLElement.prototype, 'offsetTop', {
    configurable: true,
    get(this: HTMLElement) {
      return 40 * Number(this.dataset.event ?? 0);
    },
  });
  try {
    const { list, later } = show(0);
    expect(later).toEqual(['1', '2', '3']);
    expect(list.scrollTop).toBe(40);
  } finally {
    if (offset) Object.defineProperty(HTMLElement.prototype, 'offsetTop', offset);
  }
});
