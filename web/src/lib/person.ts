/** What the player at this screen is called who gave no name. It stays at the table, whatever language is set later. */
export const YOU = { en: 'You', de: 'Du' };

export function isYou(name: string): boolean {
  return Object.values(YOU).includes(name);
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
