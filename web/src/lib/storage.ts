/** localStorage that may be missing or full: then things last as long as the page does. */
export function load<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(`abaculus.${name}`);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function save(name: string, value: unknown): void {
  try {
    localStorage.setItem(`abaculus.${name}`, JSON.stringify(value));
  } catch {
    // A private window without storage still plays.
  }
}
