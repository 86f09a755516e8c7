import { beforeEach, describe, expect, it } from 'vitest';
import { FakeDesk } from '../../test/desk.svelte';
import { action, block, legal, move, play, position } from '../../test/threeByEight';
import { Selection } from './selection.svelte';

describe('the selection', () => {
  let desk: FakeDesk;
  let selection: Selection;

  beforeEach(() => {
    desk = new FakeDesk();
    desk.position = position();
    desk.legal = [...legal];
    selection = new Selection(() => desk);
  });

  describe('at the beginning of a turn', () => {
    it('lights the cards that can be played, the rows that take any, and rows to block', () => {
      expect([...selection.litCards]).toEqual([16, 19, 61, 'b3']);
      expect([...selection.litRows].sort()).toEqual([1, 2, 3]);
      expect([...selection.litTheirs]).toEqual(['1.1']);
      expect([...selection.litDraws]).toEqual([]);
      expect([selection.canGrow, selection.canEnd, selection.droppable]).toEqual([true, false, null]);
    });

    it('a card lights the rows that take it', () => {
      selection.pickCard(16);
      expect([...selection.litRows].sort()).toEqual([1, 3]);
      expect([desk.choice, selection.unfinished]).toEqual([null, true]);
    });

    it('several cards of one colour are laid in order, as one', () => {
      selection.pickCard(19);
      selection.pickCard(16);
      expect(selection.cards).toEqual([16, 19]);
      selection.pickRow(1);
      expect(desk.choices).toEqual(['16>1', '19>1']);
      expect(selection.laid.plays).toEqual({ cards: [16, 19], place: 1 });
    });

    it('further cards of a new row name its place', () => {
      selection.pickCard(16);
      selection.pickCard(19);
      selection.pickRow(3);
      expect(desk.choices).toEqual(['16>n', '19>3']);
      expect(selection.laid.plays?.place).toBe(3);
    });

    it('a card of another colour takes the place of those picked', () => {
      selection.pickCard(16);
      selection.pickCard(61);
      expect(selection.cards).toEqual([61]);
    });

    it('a card more goes to where the others lie', () => {
      selection.pickCard(16);
      selection.pickRow(1);
      selection.pickCard(19);
      expect(desk.choices).toEqual(['16>1', '19>1']);
      selection.pickCard(16);
      expect(desk.choices).toEqual(['19>1']);
      selection.pickCard(19);
      expect(desk.choices).toEqual([]);
    });

    it('the row may come first', () => {
      selection.pickRow(2);
      expect([...selection.litCards]).toEqual([61]);
      expect(selection.droppable).toBe(2);
      selection.pickCard(61);
      expect(desk.choices).toEqual(['61>2']);
    });

    it('a row that does not take a card says why', () => {
      selection.pickCard(16);
      selection.pickRow(2);
      expect(desk.asked.at(-1)).toBe('16>2');
      selection.pickRow(4);
      expect(desk.asked.at(-1)).toBe('16>n');
    });

    it('a blocker goes on the row of another', () => {
      selection.pickCard('b3');
      expect([...selection.litRows]).toEqual([]);
      selection.pickTheirs(1, 1);
      expect(desk.choices).toEqual(['b3a>1.1']);
      expect(selection.laid.block).toMatchObject({ half: '3a', seat: 1, row: 1 });
      selection.pickRow(1);
      expect(desk.asked.at(-1)).toBe('b3a>0.1');
    });

    it('of several blockers that fit each is offered in turn', () => {
      desk.legal = [...legal, block('b8', 'b', 1, 1)];
      selection.pickTheirs(1, 1);
      expect(desk.choice).toBe('b3a>1.1');
      selection.pickTheirs(1, 1);
      expect(desk.choice).toBe('b8b>1.1');
      selection.pickTheirs(1, 1);
      expect(desk.choice).toBe('b3a>1.1');
    });

    it('a row is dropped once it is picked', () => {
      selection.pickDrop(1);
      expect(desk.choices).toEqual(['drop 1']);
      expect(selection.laid.drop).toBe(1);
    });

    it('what was picked is forgotten when the position changes, and when it is taken back', () => {
      selection.pickCard(16);
      desk.legal = [...legal];
      expect(selection.cards).toEqual([]);
      selection.pickCard(19);
      selection.clear();
      expect(selection.unfinished).toBe(false);
    });
  });

  describe('the rest of the turn', () => {
    beforeEach(() => {
      selection.pickCard(16);
      selection.pickCard(19);
      selection.pickRow(1);
    });

    it('may follow at once: the end and as many draws as cards', () => {
      expect([...selection.litDraws]).toEqual(['p1', 'p2', 'p3', 'd']);
      selection.pickDraw('p1');
      expect(desk.choices).toEqual(['16>1', '19>1', 'end', 'p1']);
      selection.pickDraw('d');
      expect(desk.choices.slice(3)).toEqual(['p1', 'd']);
      selection.pickDraw('p3');
      expect(desk.choices.slice(3)).toEqual(['p1', 'p3']);
      selection.pickDraw('p1');
      expect(desk.choices.slice(3)).toEqual(['p3']);
    });

    it('the end can be laid and taken back', () => {
      selection.pickEnd();
      expect(desk.choices).toEqual(['16>1', '19>1', 'end']);
      selection.pickEnd();
      expect(desk.choices).toEqual(['16>1', '19>1']);
    });

    it('a blocker brings two cards, growing one from the pile', () => {
      desk.choose(null);
      selection.clear();
      selection.pickTheirs(1, 1);
      for (const draw of ['d', 'd', 'p1']) selection.pickDraw(draw);
      expect(desk.choices).toEqual(['b3a>1.1', 'd', 'p1']);
      selection.pickGrow();
      expect([...selection.litDraws]).toEqual(['d']);
      selection.pickDraw('d');
      expect(desk.choices).toEqual(['grow', 'd']);
    });

    it('there are no draws where the play would win', () => {
      desk.position = position({
        rows: [
          [{ cards: [1, 2, 3, 4, 5, 6], blocker: null }, { completed: 7 }, { completed: 8 }, null],
          [null, null, null, null],
        ],
      });
      expect([...selection.litDraws]).toEqual([]);
    });
  });

  describe('in a play', () => {
    beforeEach(() => {
      desk.position = position({ phase: 'play', row: 1, played: 1 });
      desk.legal = [play(19, 1), move(1, 2), move(1, 3, true), move(2, 2), action('end', 'end')];
    });

    it('a card goes to the row played on by itself', () => {
      selection.pickCard(19);
      expect(desk.choices).toEqual(['19>1']);
      selection.pickDraw('p1');
      selection.pickDraw('p2');
      expect(desk.choices).toEqual(['19>1', 'end', 'p1', 'p2']);
    });

    it('the end of the row is picked and moved', () => {
      expect([...selection.tails].sort()).toEqual([1, 2]);
      selection.pickTail(1);
      expect([...selection.litRows].sort()).toEqual([2, 3]);
      selection.pickRow(3);
      expect(desk.choices).toEqual(['m1>n']);
      expect(selection.laid.move).toEqual({ count: 1, place: 3 });
      selection.pickEnd();
      expect(desk.choices).toEqual(['m1>n', 'end']);
    });

    it('asks why cards cannot be moved there', () => {
      selection.pickTail(2);
      selection.pickRow(3);
      expect(desk.asked.at(-1)).toBe('m2>n');
    });
  });

  describe('drawing', () => {
    beforeEach(() => {
      desk.position = position({ phase: 'draw', to_draw: 2 });
      desk.legal = [
        action('p1', 'pool', { card: 20, place: 1 }),
        action('d', 'pile'),
        action('drop 1', 'drop', { row: 1 }),
      ];
    });

    it('lays as many draws as are due', () => {
      selection.pickDraw('d');
      selection.pickDraw('d');
      expect(desk.choices).toEqual(['d', 'd']);
      selection.pickDraw('p3');
      expect(desk.choices).toEqual(['d', 'p3']);
    });

    it('lights no cards', () => {
      expect([...selection.litCards, ...selection.litRows]).toEqual([]);
      selection.pickCard(16);
      expect(desk.asked.at(-1)).toBe('16>1');
    });
  });

  it('asks nothing, and lights nothing, for those who watch', () => {
    desk.legal = [];
    selection.pickCard(16);
    selection.pickRow(1);
    selection.pointCard(16);
    expect(desk.asked).toEqual([]);
    expect(selection.litCards.size + selection.litRows.size + selection.litDraws.size).toBe(0);
  });
});
