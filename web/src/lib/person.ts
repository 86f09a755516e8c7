/** What a player who gave no name is called at their own screen; never a name that others may read. */
export const YOU = { en: 'You', de: 'Du' };

/** What others call them. */
export const PLAYER = { en: (n: number) => `Player ${n}`, de: (n: number) => `Spieler ${n}` };

export function isYou(name: string): boolean {
  return isOneOf(name, Object.values(YOU));
}

/** Whether a name says no more than "you" or the number of the seat, in any language. */
export function isNoName(name: string, seat: number): boolean {
  return isYou(name) || isOneOf(name, ['', ...Object.values(PLAYER).map((player) => player(seat + 1))]);
}

function isOneOf(name: string, names: readonly string[]): boolean {
  const tidied = name.trim().toLowerCase();
  return names.some((each) => each.toLowerCase() === tidied);
}

/** A name and what it does; somebody called "You" does it in the second person. */
export const does = {
  en: (name: string, third: string, second: string) =>
    isYou(name) ? `${YOU.en} ${second}` : `${name} ${third}`,
  de: (name: string, third: string, second: string) =>
    isYou(name) ? `${YOU.de} ${second}` : `${name} ${third}`,
};

/** A name that something is done to. */
export const whom = {
  en: (name: string) => (isYou(name) ? 'you' : name),
  de: (name: string) => (isYou(name) ? 'dir' : name),
};

/** What belongs to a name. */
export const of = {
  en: (name: string, thing: string) => (isYou(name) ? `your ${thing}` : `${thing} of ${name}`),
  de: (name: string, thing: string) => `${thing} von ${whom.de(name)}`,
};

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
