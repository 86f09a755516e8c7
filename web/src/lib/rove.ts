export interface Spot {
  row: number;
  column: number;
}

/** Where an arrow key (or Home, End) leads in rows of the given lengths; `null` for any other key. */
export function rove(key: string, { row, column }: Spot, lengths: readonly number[]): Spot | null {
  const last = (r: number) => Math.max(0, (lengths[r] ?? 1) - 1);
  const at = (r: number, c: number): Spot => {
    const there = Math.min(Math.max(r, 0), lengths.length - 1);
    return { row: there, column: Math.min(Math.max(c, 0), last(there)) };
  };
  switch (key) {
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'Home':
      return at(row, 0);
    case 'End':
      return at(row, last(row));
    default:
      return null;
  }
}
