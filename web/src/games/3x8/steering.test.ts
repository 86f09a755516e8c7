import { describe, expect, it } from 'vitest';
import { position } from '../../test/threeByEight';
import { commandOf, linesOf, step, usualSpot } from './steering';

const lines = linesOf(position(), 0, [11]);

describe('the cursor', () => {
  it('goes through the others’ rows, the pool, cards to move, rows and hand', () => {
    expect(lines).toEqual([
      ['theirs-1.1', 'theirs-1.2'],
      ['theirs-1.3', 'theirs-1.4'],
      ['pool-1', 'pool-2', 'pool-3', 'pile'],
      ['tail-11'],
      ['row-1', 'row-2'],
      ['row-3', 'row-4'],
      ['hand-16', 'hand-19', 'hand-61', 'hand-b3'],
    ]);
  });

  it('has a line for each place where there are several others', () => {
    const rows = [0, 1, 2].map(() => [null, null, null, null]);
    const [first] = linesOf(position({ seats: 3, rows, hands: [[], [], []] }), 1, []);
    expect(first).toEqual(['theirs-0.1', 'theirs-2.1']);
  });

  it.each([
    ['ArrowRight', 'hand-16', 'hand-19'],
    ['ArrowUp', 'hand-61', 'row-4'],
    ['ArrowUp', 'row-1', 'tail-11'],
    ['End', 'pool-1', 'pile'],
    ['ArrowDown', 'hand-16', 'hand-16'],
    ['x', 'hand-16', null],
  ])('%s leads from %s to %s', (key, from, to) => {
    expect(step(key, from, lines)).toBe(to);
  });

  it('waits where the next decision is due', () => {
    expect(usualSpot('main', lines)).toBe('hand-16');
    expect(usualSpot('draw', lines)).toBe('pool-1');
    expect(usualSpot('main', [['pool-1']])).toBe('pool-1');
  });
});

it('keys are commands', () => {
  expect(['3', 'n', 'e', 'd', 'g', 'x', '5', 'q'].map(commandOf)).toEqual([
    { do: 'row', place: 3 },
    { do: 'new' },
    { do: 'end' },
    { do: 'pile' },
    { do: 'grow' },
    { do: 'drop' },
    null,
    null,
  ]);
});
