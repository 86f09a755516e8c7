import { describe, expect, it } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import { events } from '../../test/threeByEight';
import { chronicle } from './chronicle';
import { Course, freshCards } from './course';
import { demoRows, demoSteps } from './demo';
import { completedRows, TO_WIN } from './table';

settings.language = 'en';

/** A whole game of three, and how it ended, as the rules have it. */
const GAME = [
  '*88 *70 *75 *95 *96 *71 *b6 *104 *43 *83 *12 *30 *90 *33 *6 0:grow *79 *109 *0 0:p3 *98 1:grow ' +
    '*18 *89 *b1 1:d *87 2:grow *108 *44 *21 2:d *b8 0:grow *35 *80 *32 0:d *b5 1:grow *27 *84 *74 ' +
    '1:d *13 2:grow *23 *54 *82 2:d *69 0:grow *17 *9 *15 0:p2 *102 1:grow *b4 *45 *39 1:d *42 2:grow ' +
    '*57 *73 *48 2:d *38 0:grow *52 *41 *92 0:d *65 1:grow *3 *b2 *31 1:p1 *47 2:grow *10 *19 *4 2:p1 ' +
    '*76 0:0>n 0:9>1 0:end 0:p3 0:d *b7 *77 1:3>n 1:end 1:d *34 2:6>n 2:end 2:d *20 0:b5b>2.1 0:d ' +
    '*106 0:d *105 1:13>1 1:end 1:p2 *51 2:30>1 2:33>1 2:38>1 2:end 2:d *67 2:d *100 2:d *16 ' +
    '0:b6b>1.1 0:d *55 0:d *60 1:42>1 1:43>1 1:end 1:d *25 1:d *5 2:67>1 2:69>1 2:end 2:d *78 2:d *97 ' +
    '0:55>1 0:end 0:d *49 1:83>1 1:87>1 1:end 1:d *107 1:d *50 2:90>1 2:97>1 2:end 2:d *14 2:d *53 ' +
    '0:60>1 0:65>1 0:end 0:d *11 0:d *b3 1:5>n 1:end 1:d *26 2:b8a>1.1 2:d *22 2:d *29 0:71>1 0:end ' +
    '0:p1 *28 1:19>2 1:end 1:d *101 2:10>n 2:14>2 2:16>2 2:end 2:d *62 2:d *24 2:d *2 0:76>1 0:end ' +
    '0:p3 *b0 1:101>1 1:104>1 1:m6>2 1:end 1:d *86 1:d *40 2:24>2 2:29>2 2:end 2:d *37 2:d *46 0:96>1 ' +
    '0:end 0:d *b9 1:26>1 1:end 1:p1 *63 2:53>2 2:end 2:d *103 0:b7b>1.1 0:d *94 0:d *85 1:50>1 1:end ' +
    '1:p2 *72 2:62>2 2:end 2:p1 *68 0:4>n 0:end 0:d *66 1:51>1 1:end 1:d *93 2:103>2 2:end 2:d *8 ' +
    '0:11>2 0:end 0:d *91 1:86>1 1:end 1:d *99 2:2>n 2:8>3 2:end 2:d *61 2:d *58 0:49>2 0:end 0:d *59 ' +
    '1:93>1 1:99>1 1:end 1:d *64 1:d *81 2:22>3 2:end 2:d *36 0:59>2 0:end 0:d *1 1:12>n 1:end 1:d ' +
    '*56 2:36>3 2:37>3 2:end 2:d *7 2:d *71 0:66>2 0:end 0:p1 *35 1:25>3 1:28>3 1:end 1:d *b2 1:d *73 ' +
    '2:63>3 2:end 2:d *97 0:68>2 0:end 0:p2 *109 1:40>3 1:end 1:d *32 2:71>3 2:78>3 2:end',
].join('');
const ROWS = [
  [{ completed: 0 }, { cards: [4, 11, 49, 59, 66, 68], blocker: null }, null, null],
  [{ completed: 3 }, { completed: 5 }, { cards: [12, 25, 28, 40], blocker: null }, null],
  [{ completed: 6 }, { completed: 10 }, { completed: 2 }, null],
];
const POOL = [35, 109, 'b0'];

const DEAL = '*61 *13 *b9 *4 *16 *19 *78 *? *? *? *?';
const facts = { options: { blockers: 'standard' }, seats: 2, names: ['Ann', 'Ben'] };
const told = (log: string) => chronicle(events(`${DEAL} ${log}`), facts).map(({ words }) => words);

describe('the course of a log', () => {
  it('comes to the rows and the pool that the rules come to', () => {
    const course = new Course(3);
    for (const event of events(GAME)) course.follow(event);
    expect(course.rows).toEqual(ROWS);
    expect(course.pool).toEqual(POOL);
  });

  it('knows a blocker that lies on a row until a card is played there', () => {
    const course = new Course(2);
    for (const event of events(`${DEAL} 0:16>n 0:end 0:p1 *55 1:b1a>0.1`)) course.follow(event);
    expect(course.rows[0]?.[0]).toEqual({ cards: [16], blocker: '1a' });
    for (const event of events('1:p1 1:p2 *1 *2 0:61>1')) course.follow(event);
    expect(course.rows[0]?.[0]).toEqual({ cards: [16, 61], blocker: null });
  });
});

describe('the log', () => {
  it('tells the start, without what is not seen', () => {
    const words = told('0:16>n');
    expect(words.slice(0, 4)).toEqual([
      'the pool gets 61',
      'the pool gets 13',
      'the pool gets blocker 9',
      'dealt to Ann: 4',
    ]);
    expect(words[10]).toBe('dealt to Ben: a card');
  });

  it('tells plays, moves, draws and drops', () => {
    const words = told('0:16>n 0:19>1 0:m1>n 0:end 0:p2 0:d *70 *71 1:grow *1 *2 *3 1:d *? 0:drop_1');
    expect(words.slice(11)).toEqual([
      '16 starts row 1',
      '19 on row 1',
      '19 moved to a new row 2',
      'ends the play',
      'takes 13 from the pool',
      'draws from the pile',
      '70 from the pile',
      'the pool gets 71',
      'grows the hand: a new pool',
      'the pool gets 1',
      'the pool gets 2',
      'the pool gets 3',
      'draws from the pile',
      'a card from the pile',
      'row 1 dropped (16)',
    ]);
  });

  it('tells a block by what it blocks, and a row that is complete', () => {
    expect(told('0:16>n 0:end 0:p1 *5 1:b1a>0.1').at(-1)).toBe('row 1 of Ann blocked: no 20–29, 30–39');
    const row = [1, 2, 3, 4, 5, 6, 7].map((card) => `0:${card}>1`).join(' ');
    expect(told(`0:0>n ${row} 0:end`).at(-1)).toBe('row 1 is complete, 0 turned down');
  });
});

describe('what is new', () => {
  const fresh = (log: string, front: number) => [...freshCards(events(`${DEAL} ${log}`), 2, front)].sort();

  it('is what the others laid and took since, and what one has drawn oneself', () => {
    const log = '0:16>n 0:end 0:d *70 1:20>n 1:end 1:p1 *5';
    expect(fresh(log, 0)).toEqual([20, 61, 70]);
    expect(fresh(log, 1)).toEqual([16, 20, 61, 70]);
  });

  it('is the turn under way too, and what came before it', () => {
    expect(fresh('0:16>n 0:end 0:d *70 1:grow *1 *2 *3 1:d *? 0:19>1', 0)).toEqual([19, 70]);
  });

  it('is nothing after the deal', () => {
    expect([...freshCards(events(DEAL), 2, 0)]).toEqual([]);
  });
});

it('the small board plays a game to its end', () => {
  expect(completedRows(demoRows(demoSteps))).toBe(TO_WIN);
  expect(completedRows(demoRows(demoSteps - 1))).toBe(TO_WIN - 1);
});
