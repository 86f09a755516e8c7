export type Command =
  | { do: 'digit'; number: number }
  | { do: 'step'; by: number }
  | { do: 'candidates' | 'take' | 'nothing' | 'object' };

/** What a key means to the board; arrows, Home and End are the grid's own. */
export function commandOf(key: string): Command | null {
  if (/^[1-9]$/.test(key)) return { do: 'digit', number: Number(key) };
  switch (key) {
    case 'n':
      return { do: 'step', by: 1 };
    case 'p':
      return { do: 'step', by: -1 };
    case 'c':
      return { do: 'candidates' };
    case 'x':
    case 'Delete':
    case 'Backspace':
      return { do: 'take' };
    case '-':
      return { do: 'nothing' };
    case '!':
      return { do: 'object' };
    default:
      return null;
  }
}
