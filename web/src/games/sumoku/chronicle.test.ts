import { describe, expect, it } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import { chronicle, lastLaid } from './chronicle';

settings.language = 'en';

const log = (text: string) =>
  text.split(' ').map((event, i) => {
    const [seat, what] = event.includes(':') ? event.split(':') : [null, event];
    return { number: i + 1, seat: seat === null ? null : Number(seat), text: what ?? '', time: 0 };
  });

const DEAL =
  '*R1 *R2 *Y7 *B8 *G1 *P4 *P4 *O6 *R8 *R8 *O8 *O8 *Y8 *Y8 *G8 *G8 *5 0:Y7@0,0 0:B8@1,0 0:end *O1 *G6';

describe('the log of Sumoku', () => {
  it('tells draws, the key, tiles and what a play scores', () => {
    const moments = chronicle(log(`${DEAL} 1:pass`), {
      options: { key: 'roll' },
      seats: 2,
      names: ['Ann', 'Ben'],
    });
    expect(moments.map(({ words }) => words).slice(15)).toEqual([
      'Ben draws green 8',
      'the key is 5',
      'yellow 7 at 0, 0',
      'blue 8 at 1, 0',
      'row 15, 15 points',
      'Ann draws orange 1',
      'Ann draws green 6',
      'passed',
    ]);
    expect(moments[18]?.scores).toEqual([0, 0]);
    expect(moments.at(-1)?.scores).toEqual([15, 0]);
  });

  it('knows the key that was chosen, and a line of six', () => {
    const moments = chronicle(
      log('0:R1@0,0 0:O2@1,0 0:Y3@2,0 0:G4@3,0 0:B5@4,0 0:P6@5,0 0:end 0:pass *R8 1:pass'),
      { options: { key: 3 }, seats: 2, names: ['Ann', 'Ben'] },
    );
    expect(moments[6]?.words).toBe('row 21, 21 points, and plays again');
    expect(moments[7]?.words).toBe('no more play, draws');
    expect(moments.at(-1)?.scores).toEqual([21, 0]);
  });

  it('subtracts the tiles left once all have passed', () => {
    const moments = chronicle(log(`${DEAL} 1:pass 0:pass`), {
      options: { key: 'roll' },
      seats: 2,
      names: ['Ann', 'Ben'],
    });
    // Seat 0 is left with 1 + 2 + 1 + 4 + 4 + 6 + 1 + 6 = 25, seat 1 with 64.
    expect(moments.at(-2)?.scores).toEqual([15, 0]);
    expect(moments.at(-1)?.scores).toEqual([-10, -64]);
  });
});

describe('the last turn', () => {
  it('is marked, with a bonus and past draws and passes', () => {
    expect([...lastLaid(log(`${DEAL} 1:pass`))].sort()).toEqual(['0,0', '1,0']);
    expect([...lastLaid(log('0:R1@0,0 0:end 1:G2@5,5 1:end 1:B3@6,6 1:end *R1'))].sort()).toEqual([
      '5,5',
      '6,6',
    ]);
    expect(lastLaid(log('*R1')).size).toBe(0);
  });
});
