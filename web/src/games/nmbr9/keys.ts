/** What a key does on an NMBR 9 board. */
export type Command =
  | { do: 'move'; dx: number; dy: number }
  | { do: 'turn'; quarters: 1 | -1 }
  | { do: 'place'; step: 1 | -1 }
  | { do: 'peel'; step: 1 | -1 }
  | { do: 'zoom'; factor: number }
  | { do: 'fit' }
  | { do: 'pick'; number: number }
  | { do: 'enter' };

interface Pressed {
  key: string;
  shiftKey: boolean;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** With a free draft the digits take a number, so that 0 fits the view only without. */
export function commandOf({ key, shiftKey }: Pressed, free: boolean): Command | null {
  const arrow = ARROWS[key];
  if (arrow) {
    const far = shiftKey ? 3 : 1;
    return { do: 'move', dx: arrow[0] * far, dy: arrow[1] * far };
  }
  if (free && /^\d$/.test(key)) return { do: 'pick', number: Number(key) };
  switch (key) {
    case 'r':
      return { do: 'turn', quarters: 1 };
    case 'R':
      return { do: 'turn', quarters: -1 };
    case 'n':
      return { do: 'place', step: 1 };
    case 'p':
      return { do: 'place', step: -1 };
    case 'd':
      return { do: 'peel', step: 1 };
    case 'u':
      return { do: 'peel', step: -1 };
    case '+':
    case '=':
      return { do: 'zoom', factor: 1.25 };
    case '-':
    case '−':
      return { do: 'zoom', factor: 0.8 };
    case '0':
      return { do: 'fit' };
    case 'Enter':
    case ' ':
      return { do: 'enter' };
    default:
      return null;
  }
}
