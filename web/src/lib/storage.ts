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
}

const browser = new Kept(() => localStorage);

export const load = <T>(name: string): T | null => browser.load<T>(name);
export const save = (name: string, value: unknown): void => browser.save(name, value);

/** What is worth a reload of the page, but no more. */
export const session = new Kept(() => sessionStorage);
