import { beforeEach, describe, expect, it } from 'vitest';
import { texts } from '../test/desk.svelte';
import { FakeHinted } from '../test/hinted.svelte';
import { Hint } from './hint.svelte';

describe('a hint', () => {
  let table: FakeHinted;
  let hint: Hint;

  beforeEach(() => {
    table = new FakeHinted();
    hint = new Hint(table);
  });

  it('has the best three actions', async () => {
    const asked = hint.ask();
    expect([hint.open, hint.state]).toEqual([true, 'thinking']);
    await asked;
    expect(table.asked).toEqual([[17, 0]]);
    expect(hint.state).toBe('there');
    expect(hint.offered.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });

  it('is not asked for twice', async () => {
    await hint.ask();
    await hint.ask();
    expect(table.asked).toHaveLength(1);
  });

  it('lays what is pointed at, without confirming it, and puts back what lay there', async () => {
    table.choose(['x', 'y']);
    await hint.ask();
    hint.show('a');
    hint.show('b');
    expect(table.chosen).toEqual([['x', 'y'], ['a'], ['b']]);
    expect(hint.showing).toBe(true);
    hint.hide();
    expect(hint.showing).toBe(false);
    expect(table.choices).toEqual(['x', 'y']);
  });

  it('is taken as a person chooses', async () => {
    await hint.ask();
    hint.show('a');
    hint.take('a');
    hint.hide();
    expect(table.chosen.at(-1)).toBe('a');
    expect(hint.open).toBe(false);
  });

  it('takes its preview away when it is closed', async () => {
    await hint.ask();
    hint.show('a');
    hint.close();
    expect(table.choices).toEqual([]);
    expect(hint.open).toBe(false);
  });

  it('is gone when the game goes on or another seat comes forward', async () => {
    await hint.ask();
    table.acted = [...table.acted, 0];
    expect(hint.open).toBe(false);
    await hint.ask();
    table.acted = [...table.acted, null];
    expect(hint.open).toBe(false);
    await hint.ask();
    expect(hint.open).toBe(true);
    table.front = 1;
    expect(hint.open).toBe(false);
  });

  it('stays when another seat acts at the same time', async () => {
    table.onAsked = () => {
      table.onAsked = null;
      table.acted = [...table.acted, 1];
    };
    await hint.ask();
    expect(table.asked).toEqual([
      [17, 0],
      [18, 0],
    ]);
    expect([hint.open, hint.state]).toEqual([true, 'there']);
    table.acted = [...table.acted, 2];
    expect(hint.open).toBe(true);
  });

  it('says that what it needs is still being prepared', () => {
    table.preparing = true;
    void hint.ask();
    expect(hint.state).toBe('preparing');
  });

  it('does not come late', async () => {
    const asked = hint.ask();
    hint.close();
    await asked;
    expect([hint.open, hint.actions]).toEqual([false, []]);
  });

  it('offers the only thing there is to do, or says that there is no hint', async () => {
    table.answer = { position: 17, seat: 0, actions: [], played: null };
    table.legal = texts('d');
    await hint.ask();
    expect([hint.state, hint.offered]).toEqual(['only', texts('d')]);
    hint.close();
    table.answer = null;
    await hint.ask();
    expect([hint.state, hint.offered]).toEqual(['failed', []]);
  });

  it('cannot be had where nothing can be done', async () => {
    table.legal = [];
    await hint.ask();
    expect([hint.possible, hint.open, table.asked]).toEqual([false, false, []]);
  });
});
