import { fireEvent, render, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import type { LogEvent, Rated, TableMessage } from '../../../lib/protocol';
import { Review } from '../../../lib/review.svelte';
import { settings } from '../../../lib/settings.svelte';
import ReviewPanel from './ReviewPanel.svelte';

settings.language = 'en';

const person = (name: string) => ({ kind: 'person' as const, name, bot: null, yours: true });
const rated = (text: string, value: number): Rated => ({ action: { text, part: {} }, value, weight: 1 });
const log: LogEvent[] = [0, 1, 0, 1].map((seat, i) => ({ number: i + 1, seat, text: `m${i}`, time: 0 }));

describe('the panel of a review', () => {
  async function show(shown: number) {
    const review = new Review(
      async (position, seat) => ({
        position,
        seat,
        actions: [
          rated(position === 2 ? 'best' : `m${position}`, 0.5 + position / 10),
          rated(`m${position}`, 0.4),
        ],
        played: rated(`m${position}`, 0.4),
      }),
      log,
    );
    await review.run();
    const goTo = vi.fn();
    const judgement = review.judgements.get(2);
    if (!judgement) throw new Error('The mistake was not found.');
    render(ReviewPanel, {
      review,
      data: {
        position: 4,
        seats: [person('Ann'), person('Ben')],
        view: { returns: [1, 0], over: true },
      } as unknown as TableMessage,
      costly: [judgement],
      shown,
      storyOf: ({ played, better }) => ({ played: played.action.text, better: better.action.text }),
      goTo,
      close: () => {},
    });
    return goTo;
  }

  it('tells how everybody stood, and what would have been better', async () => {
    await show(2);
    expect(screen.getByTestId('story').textContent).toBe('Move 3: played m2, better best, cost 30 %');
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(
      'Position 2 of 4. Ann: 70 %. Ben: 30 %. Move 3: played m2, better best, cost 30 %',
    );
  });

  it('says of the best that it was', async () => {
    await show(1);
    expect(screen.getByTestId('story').textContent).toBe('Move 2: played m1, the best that was found');
  });

  it('is a table, too', async () => {
    await show(0);
    const rows = screen
      .getAllByRole('row', { hidden: true })
      .map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join('|'));
    expect(rows).toEqual([
      'Move|Seat|Value|Played|Better|Cost',
      '1|Ann|50 %|m0||',
      '2|Ben|60 %|m1||',
      '3|Ann|70 %|m2|best|30 %',
      '4|Ben|80 %|m3||',
    ]);
  });

  it.each([
    ['ArrowLeft', 0],
    ['ArrowRight', 2],
    ['Home', 0],
    ['End', 4],
    ['PageDown', 2],
    ['PageUp', 1],
  ])('goes along with %s', async (key, to) => {
    const goTo = await show(1);
    await fireEvent.keyDown(screen.getByRole('slider'), { key });
    expect(goTo).toHaveBeenLastCalledWith(to);
  });

  it('has a line and a mark for each seat', async () => {
    await show(0);
    const lines = [...document.querySelectorAll('[data-curve]')];
    expect(lines.map((line) => line.querySelector('.line')?.getAttribute('stroke-dasharray'))).toEqual([
      null,
      '7 4',
    ]);
    expect(new Set(lines.map((line) => line.querySelector('.mark')?.getAttribute('d'))).size).toBe(2);
    expect(document.querySelector('[data-costly="2"]')).toBeTruthy();
  });
});
