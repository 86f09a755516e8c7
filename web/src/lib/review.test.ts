import { describe, expect, it } from 'vitest';
import type { LogEvent, Rated, Ratings } from './protocol';
import { coarseFirst, costliest, type Judgement, Review } from './review.svelte';

const rated = (text: string, value: number): Rated => ({ action: { text, part: {} }, value, weight: 1 });
const log: LogEvent[] = [null, 0, 1, null, 0].map((seat, i) => ({ number: i + 1, seat, text: 'x', time: 0 }));
const ratings = (position: number, seat: number): Ratings => ({
  position,
  seat,
  actions: [rated('best', 0.75), rated('x', 0.25 + position / 16)],
  played: rated('x', 0.25 + position / 16),
});

describe('the order of a review', () => {
  it('has all of a list once', () => {
    const list = Array.from({ length: 50 }, (_, i) => i);
    expect([...coarseFirst(list)].sort((a, b) => a - b)).toEqual(list);
    expect(coarseFirst([])).toEqual([]);
  });

  it('soon has something of everywhere', () => {
    expect(coarseFirst([0, 1, 2, 3, 4, 5, 6, 7, 8], 4)).toEqual([0, 4, 8, 2, 6, 1, 3, 5, 7]);
  });
});

describe('a review', () => {
  it('looks at every decision and knows what it cost', async () => {
    const review = new Review(async (position, seat) => ratings(position, seat), log);
    await review.run();
    expect(review.state).toBe('done');
    expect(review.done).toBe(3);
    expect([...review.judgements.values()].map(({ position, seat, cost }) => [position, seat, cost])).toEqual(
      [
        [1, 0, 0.4375],
        [4, 0, 0.25],
        [2, 1, 0.375],
      ],
    );
  });

  it('has nothing to say where there was no choice', async () => {
    const review = new Review(async (position, seat) => ({ position, seat, actions: [], played: null }), log);
    await review.run();
    expect(review.done).toBe(3);
    expect(review.judgements.size).toBe(0);
  });

  it('says that the best cost nothing, whatever its value as the one played', async () => {
    const same = async (position: number, seat: number): Promise<Ratings> => ({
      position,
      seat,
      actions: [rated('x', 0.5)],
      played: rated('x', 0.4),
    });
    const review = new Review(same, log);
    await review.run();
    expect([...review.judgements.values()].map(({ cost }) => cost)).toEqual([0, 0, 0]);
  });

  it('goes on where it was interrupted', async () => {
    const asked: number[] = [];
    let broken = true;
    const review = new Review(async (position, seat) => {
      asked.push(position);
      if (broken && position === 2) throw new Error('lost');
      return ratings(position, seat);
    }, log);
    await review.run();
    expect(review.state).toBe('broken');
    broken = false;
    await review.run();
    expect(review.state).toBe('done');
    expect(asked).toEqual([1, 4, 2, 2]);
  });

  it('asks no more when it is stopped', async () => {
    const asked: number[] = [];
    const review = new Review(async (position, seat) => {
      asked.push(position);
      review.stop();
      return ratings(position, seat);
    }, log);
    await review.run();
    expect([review.state, asked.length, review.done]).toEqual(['stopped', 1, 0]);
  });
});

it('the costliest come first, and trifles not at all', () => {
  const judgement = (position: number, cost: number) => ({ position, cost }) as Judgement;
  const all = [judgement(1, 0.1), judgement(2, 0.02), judgement(3, 0.4), judgement(4, 0.1)];
  expect(costliest(all, 2, 0.03).map(({ position }) => position)).toEqual([3, 1]);
  expect(costliest(all, 9, 0.03).map(({ position }) => position)).toEqual([3, 1, 4]);
});
