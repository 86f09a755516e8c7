import { describe, expect, it } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import { chronicle } from './chronicle';

settings.language = 'en';

const events = (...list: [number | null, string][]) =>
  list.map(([seat, text], i) => ({ number: i + 1, seat, text, time: 0 }));

describe('the log of NMBR 9', () => {
  it('tells cards, numbers, levels and points', () => {
    const log = events(
      [null, '*1'],
      [0, 'r0@0,0'],
      [1, 'r0@0,0'],
      [null, '*1'],
      [1, 'r2@-1,0'],
      [0, 'r2@-1,0'],
      [null, '*0'],
      [0, 'r0@-1,0'],
      [1, 'r0@1,0'],
      [null, '*9'],
    );
    const moments = chronicle(log, { options: {}, seats: 2, names: [] });
    expect(moments.map(({ words }) => words)).toEqual([
      'card 1',
      '1 on the table',
      '1 on the table',
      'card 1',
      '1 on the table',
      '1 on the table',
      'card 0',
      '0 on level 1, 0 points',
      '0 on level 1, 0 points',
      'card 9',
    ]);
    expect(moments.at(-1)?.scores).toEqual([0, 0]);
  });

  it('takes numbers from the text with a free draft', () => {
    const moments = chronicle(events([0, '9r0@0,0'], [0, '9r0@3,0'], [0, '8r0@1,0']), {
      options: {},
      seats: 1,
      names: [],
    });
    expect(moments[2]?.words).toBe('8 on level 1, 8 points');
    expect(moments[2]?.scores).toEqual([8]);
  });

  it('knows all cards beforehand with a known draft', () => {
    const moments = chronicle(events([null, '*4'], [null, '*7'], [0, 'r0@0,0'], [0, 'r0@3,0']), {
      options: {},
      seats: 1,
      names: [],
    });
    expect(moments.map(({ words }) => words).slice(2)).toEqual(['4 on the table', '7 on the table']);
  });
});
