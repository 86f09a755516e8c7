/** A decision as its text says it. `row` is `null` for a new row. */
export type Move =
  | { kind: 'play'; card: number; row: number | null }
  | { kind: 'move'; count: number; row: number | null }
  | { kind: 'block'; card: string; half: string; seat: number; row: number }
  | { kind: 'drop'; row: number }
  | { kind: 'pool'; place: number }
  | { kind: 'pile' | 'end' | 'grow' };

const PLAY = /^(\d+)>([1-4n])$/;
const MOVE = /^m(\d+)>([1-4n])$/;
const BLOCK = /^(b\d)([ab])>(\d+)\.([1-4])$/;
const DROP = /^drop ([1-4])$/;
const POOL = /^p([1-3])$/;
const PLAIN: Readonly<Record<string, 'pile' | 'end' | 'grow'>> = { d: 'pile', end: 'end', grow: 'grow' };

export function readMove(text: string): Move | null {
  const kind = PLAIN[text];
  if (kind) return { kind };
  const row = (name: string | undefined) => (name === 'n' ? null : Number(name));
  let found = PLAY.exec(text);
  if (found) return { kind: 'play', card: Number(found[1]), row: row(found[2]) };
  found = MOVE.exec(text);
  if (found) return { kind: 'move', count: Number(found[1]), row: row(found[2]) };
  found = BLOCK.exec(text);
  if (found) {
    const [, card = '', half = '', seat, place] = found;
    return { kind: 'block', card, half: card.slice(1) + half, seat: Number(seat), row: Number(place) };
  }
  found = DROP.exec(text);
  if (found) return { kind: 'drop', row: Number(found[1]) };
  found = POOL.exec(text);
  return found && { kind: 'pool', place: Number(found[1]) };
}

export function readMoves(texts: readonly string[]): Move[] {
  return texts.flatMap((text) => readMove(text) ?? []);
}
