import { settings } from '../settings.svelte';
import { de } from './de';
import { en } from './en';
import { type Language, languages } from './languages';

export { type Language, languages };

/** A text catalogue: the same keys in every language, read in the language that is set. */
export function catalogue<Words>(all: Record<Language, Words>): () => Words {
  return () => all[settings.language];
}

/** The shell's words; each game brings its own. */
export const words = catalogue({ en, de });
