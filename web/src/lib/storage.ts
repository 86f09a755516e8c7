/** A browser's storage. Where it is blocked or full, values stay in memory and last as long as the page. */
class Kept {
  #storage: () => Storage;
  /** What the storage did not take, as JSON; it stands before what the storage still holds. */
  #memory = new Map<string, string>();

  constructor(storage: () => Storage) {
    this.#storage = storage;
  }

  load<T>(name: string): T | null {
    try {
      const text = this.#memory.get(name) ?? this.#storage().getItem(`abaculus.${name}`);
      return text === null ? null : (JSON.parse(text) as T);
    } catch {
      return null;
    }
  }

  /** Returns whether the value outlasts the page. */
  save(name: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    try {
      this.#storage().setItem(`abaculus.${name}`, text);
      this.#memory.delete(name);
      return true;
    } catch {
      this.#memory.set(name, text);
      return false;
    }
  }

  drop(name: string): void {
    this.#memory.delete(name);
    try {
      this.#storage().removeItem(`abaculus.${name}`);
    } catch {
      // Nothing is kept there, so nothing is left.
    }
  }

  /** What follows `beginning` in the names that begin so. */
  names(beginning: string): string[] {
    let stored: string[] = [];
    try {
      const start = 'abaculus.';
      stored = Object.keys(this.#storage())
        .filter((name) => name.startsWith(start))
        .map((name) => name.slice(start.length));
    } catch {
      // Only memory is left.
    }
    return [...new Set([...stored, ...this.#memory.keys()])]
      .filter((name) => name.startsWith(beginning))
      .map((name) => name.slice(beginning.length));
  }

  /** Whether a value is only in memory. */
  passing(name: string): boolean {
    return this.#memory.has(name);
  }
}

const browser = new Kept(() => localStorage);

export const load = <T>(name: string): T | null => browser.load<T>(name);
export const save = (name: string, value: unknown): boolean => browser.save(name, value);
export const drop = (name: string): void => browser.drop(name);
export const names = (beginning: string): string[] => browser.names(beginning);
export const passing = (name: string): boolean => browser.passing(name);

/** What is worth a reload of the page, but no more. */
export const session = new Kept(() => sessionStorage);
