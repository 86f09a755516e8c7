/** What a key does anywhere at a table, before the board is asked. */
export type ShellCommand = 'rules' | 'keys' | 'type' | 'hint' | 'earlier' | 'later' | 'log' | 'seat';

const COMMANDS: Readonly<Record<string, ShellCommand>> = {
  h: 'rules',
  '?': 'keys',
  '/': 'type',
  i: 'hint',
  ',': 'earlier',
  '.': 'later',
  l: 'log',
  s: 'seat',
};

export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Keys with a modifier belong to the browser. (A shifted `?` or `/` comes as that key.) */
export function isPlain({ ctrlKey, metaKey, altKey }: Pressed): boolean {
  return !ctrlKey && !metaKey && !altKey;
}

export function shellCommand(pressed: Pressed): ShellCommand | null {
  return isPlain(pressed) ? (COMMANDS[pressed.key] ?? null) : null;
}

/** Whether what has the focus takes letters for itself. */
export function takesText(element: Element | null): boolean {
  return (
    element?.matches('input:not([type="range"], [type="checkbox"], [type="radio"]), textarea, select') ??
    false
  );
}

/** Whether Enter has a meaning of its own where the focus is. */
export function takesEnter(element: Element | null): boolean {
  return element?.matches('button, a, input, select, textarea, summary') ?? false;
}
