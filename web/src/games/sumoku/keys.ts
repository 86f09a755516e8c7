/** What a key does on a Sumoku board. */
export type Command =
  | { do: 'move'; dx: number; dy: number }
  | { do: 'place'; step: 1 | -1 }
  | { do: 'type'; key: string }
  | { do: 'flip' }
  | { do: 'way' }
  | { do: 'back' }
  | { do: 'lift' }
  | { do: 'zoom'; factor: number }
  | { do: 'fit' }
  | { do: 'enter' };

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const OTHERS: Record<string, Command> = {
  n: { do: 'place', step: 1 },
  N: { do: 'place', step: -1 },
  t: { do: 'flip' },
  ' ': { do: 'way' },
  Backspace: { do: 'back' },
  Delete: { do: 'lift' },
  '+': { do: 'zoom', factor: 1.25 },
  '=': { do: 'zoom', factor: 1.25 },
  '-': { do: 'zoom', factor: 0.8 },
  '−': { do: 'zoom', factor: 0.8 },
  '0': { do: 'fit' },
  Enter: { do: 'enter' },
};

export function commandOf(key: string): Command | null {
  const arrow = ARROWS[key];
  if (arrow) return { do: 'move', dx: arrow[0], dy: arrow[1] };
  if (/^[roygbp1-9]$/i.test(key)) return { do: 'type', key };
  return OTHERS[key] ?? null;
}
