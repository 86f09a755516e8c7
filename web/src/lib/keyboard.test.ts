import { describe, expect, it } from 'vitest';
import { isPlain, shellCommand, takesEnter, takesText } from './keyboard';

const pressed = (key: string, modifiers = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

function element(html: string): Element | null {
  const box = document.createElement('div');
  box.innerHTML = html;
  return box.firstElementChild;
}

describe('keys of the shell', () => {
  it('are plain keys', () => {
    expect(shellCommand(pressed('/'))).toBe('type');
    expect(shellCommand(pressed('?'))).toBe('keys');
    expect(shellCommand(pressed('h', { ctrlKey: true }))).toBeNull();
    expect(shellCommand(pressed('x'))).toBeNull();
    expect(isPlain(pressed('a', { metaKey: true }))).toBe(false);
  });

  it('leave fields and buttons what is theirs', () => {
    expect(takesText(element('<input type="text">'))).toBe(true);
    expect(takesText(element('<select></select>'))).toBe(true);
    expect(takesText(element('<input type="range">'))).toBe(false);
    expect(takesText(element('<button></button>'))).toBe(false);
    expect(takesText(null)).toBe(false);
    expect(takesEnter(element('<button></button>'))).toBe(true);
    expect(takesEnter(element('<div tabindex="0"></div>'))).toBe(false);
  });
});
