import { afterAll, describe, expect, it } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import { chronicle, happenings } from './chronicle';

settings.language = 'en';
afterAll(() => {
  settings.language = 'en';
});

const names = ['Ann', 'Ben', 'Cleo', 'Di'];
const events = (...list: string[]) =>
  list.map((event, i) => {
    const seat = event.includes(': ') ? Number(event.charAt(0)) : null;
    return { number: i + 1, seat, text: seat === null ? event : event.slice(3), time: 0 };
  });
const told = (seats: number, options: Record<string, string | number>, ...list: string[]) =>
  chronicle(events(...list), { options, seats, names });
const words = (...list: string[]) => told(2, { first: 0 }, ...list).map((moment) => moment.words);

describe('the log of 108', () => {
  it('tells who draws, who begins, and who turns up what', () => {
    const log = told(
      3,
      { first: 'draw' },
      '*4',
      '*9',
      '*2',
      '*5',
      '1: 5@h3',
      '*8',
      '2: s2',
      '*3',
      '2: #e5',
      '2: -',
      '*1',
    );
    expect(log.map((moment) => moment.words)).toEqual([
      'Ann draws a black 4',
      'Ben draws a black 9',
      'Cleo draws a black 2; Ben begins',
      'Ben turns up a 5',
      '5 on h3',
      'Cleo turns up an 8',
      'stack 2',
      'the black 3',
      'black 3 on e5',
      'nothing',
      'Ann turns up a 1',
    ]);
  });

  it('names the seat that a white number is for as well', () => {
    expect(words('*5', '0: 5@d4', '*6', '1: 6@b4')).toEqual([
      'Ann turns up a 5',
      '5 on d4, for yellow too',
      'Ben turns up a 6',
      '6 on b4',
    ]);
  });

  it('knows which number is moved, taken or removed', () => {
    const log = words('*5', '0: 5@e1', '*6', '1: -', '*2', '0: e1-c2', '*6', '1: -', '*4', '0: c2x');
    expect(log.filter((_, i) => i % 4 === 1)).toEqual(['5 on e1', '5 from e1 to c2', '5 off c2']);
  });

  it('counts the squares filled of each home', () => {
    const log = told(2, { first: 0 }, '*5', '0: 5@d4', '*6', '1: 6@h3', '*7', '0: d4x');
    expect(log.map(({ scores }) => scores)).toEqual([
      [0, 0],
      [1, 1],
      [1, 1],
      [1, 2],
      [1, 2],
      [0, 1],
    ]);
  });

  it('leaves out who has gone out (T5, W3)', () => {
    const log = told(3, { first: 0 }, '*5', '0: 5@d2', '*6', '1: -', '*7', '2: -', '*8', '1: s1', '*1');
    expect(log.map((moment) => moment.words)).toEqual([
      'Ann turns up a 5',
      '5 on d2: home solved',
      'Ben turns up a 6',
      'nothing',
      'Cleo turns up a 7',
      'nothing',
      'Ben turns up an 8',
      'stack 1',
      'the black 1',
    ]);
  });

  it('takes back what was warned of, and sends to the table what is punished (F2)', () => {
    const start = ['*3', '0: 3@d4', '*3', '1: 3@b4'];
    const warned = told(2, { first: 0 }, ...start, '0: warn', '1: 3@g3', '*4', '0: silent');
    expect(warned.map((moment) => moment.words).slice(3)).toEqual([
      '3 on b4',
      'warns: the 3 leaves b4 again',
      '3 on g3',
      'Ann turns up a 4',
      'silent',
    ]);
    const punished = told(
      2,
      { first: 0 },
      ...start,
      '0: silent',
      '0: punish',
      '*4',
      '0: -',
      '*5',
      '1: remove d4',
    );
    expect(punished.map((moment) => moment.words).slice(4)).toEqual([
      'silent',
      'punishes: the 3 leaves b4 for the table',
      'Ann turns up a 4',
      'nothing',
      'Ben turns up a 5',
      '3 removed from d4',
    ]);
    expect(punished.at(-1)?.scores).toEqual([0, 0]);
  });

  it('speaks German', () => {
    settings.language = 'de';
    expect(words('*8', '0: s1', '*3', '0: #e5', '0: 8@d4').slice(0)).toEqual([
      'Ann deckt eine 8 auf',
      'Stapel 1',
      'die schwarze 3',
      'schwarze 3 auf e5',
      '8 auf d4, auch für Gelb',
    ]);
    settings.language = 'en';
  });
});

describe('what just happened', () => {
  const log = events(
    '*5',
    '0: 5@e1',
    '*1',
    '1: s1',
    '*3',
    '1: #e5',
    '1: 1@h3',
    '*7',
    '2: -',
    '*5',
    '0: e1-c2',
    '*2',
    '1: h3x',
  );
  const upTo = (n: number, front: number) =>
    [...happenings(log.slice(0, n), front)].map(([square, { came, from }]) => [square, came, from]);

  it('is all that others did since the seat in front had its turn', () => {
    expect(upTo(10, 0)).toEqual([
      ['h3', true, null],
      ['e5', true, null],
    ]);
  });

  it('is the own turn just after it', () => {
    expect(upTo(11, 0)).toEqual([
      ['c2', true, 'e1'],
      ['e1', false, null],
    ]);
  });

  it('is seen from the seat in front', () => {
    expect(upTo(13, 2)).toEqual([
      ['h3', false, null],
      ['c2', true, 'e1'],
      ['e1', false, null],
    ]);
    expect(upTo(13, 1)).toEqual([['h3', false, null]]);
  });

  it('is nothing at the start', () => {
    expect(upTo(1, 0)).toEqual([]);
  });
});
