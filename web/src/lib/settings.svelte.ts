import { load, save } from './storage';
import { type Language, languages } from './words/languages';

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  language: Language;
  /** Act as soon as something is chosen, without the confirming step. */
  confirmAtOnce: boolean;
  motion: boolean;
  sound: boolean;
  /** What "you" are called. */
  name: string;
}

function fresh(): Settings {
  const german = typeof navigator !== 'undefined' && navigator.language?.toLowerCase().startsWith('de');
  return {
    theme: 'auto',
    language: german ? 'de' : 'en',
    confirmAtOnce: false,
    motion: true,
    sound: false,
    name: '',
  };
}

const THEMES: readonly unknown[] = ['auto', 'light', 'dark'];

/** The settings that were stored, as far as they make sense: anything may have written there. */
export function readSettings(stored: unknown): Settings {
  const defaults = fresh();
  if (typeof stored !== 'object' || stored === null) return defaults;
  const known = Object.entries(stored).filter(
    ([name, value]) =>
      typeof value === typeof defaults[name as keyof Settings] &&
      (name !== 'theme' || THEMES.includes(value)) &&
      (name !== 'language' || Object.hasOwn(languages, value)),
  );
  return { ...defaults, ...Object.fromEntries(known) };
}

export const settings: Settings = $state(readSettings(load('settings')));

$effect.root(() => {
  $effect(() => {
    save('settings', settings);
  });
});

/** Whether things may move: the setting and the system's wish both have to allow it. */
export function motionAllowed(): boolean {
  return settings.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
