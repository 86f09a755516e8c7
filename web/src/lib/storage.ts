/** Storage that may be missing or full: then things last as long as the page does. */
class Kept {
  #storage: () => Storage;

  constructor(storage: () => Storage) {
    this.#storage = storage;
  }

  load<T>(name: string): T | null {
    try {
      const text = this.#storage().getItem(`abaculus.${name}`);
      return text === null ? null : (JSON.parse(text) as T);
    } catch {
      return null;
    }
  }

  save(name: string, value: unknown): void {
    try {
      this.#storage().setItem(`abaculus.${name}`, JSON.stringify(value));
    } catch {
      // A private window without storage still plays.
    }
  }

  drop(name: string): void {
    try {
      this.#storage().removeItem(`abaculus.${name}`);
    } catch {
      // Nothing is kept, so nothing is left.
    }
  }

  /** What follows `beginning` in the names that begin so. */
  names(beginning: string): string[] {
    try {
      const start = `abaculus.${beginning}`;
      return Object.keys(this.#storage())
        .filter((name) => name.startsWith(start))
        .map((name) => name.slice(start.length));
    } catch {
      return [];
    }
  }
}

const browser = new Kept(() => localStorage);

export const load = <T>(name: string): T | null => browser.load<T>(name);
export const save = (name: string, value: unknown): void => browser.save(name, value);
export const drop = (name: string): void => browser.drop(name);
export const names = (beginning: string): string[] => browser.names(beginning);

/** What is worth a reload of the page, but no more. */
export const session = new Kept(() => sessionStorage);
