import { load, save } from './storage';
import type { Language } from './words';

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

export const settings: Settings = $state({ ...fresh(), ...load<Partial<Settings>>('settings') });

$effect.root(() => {
  $effect(() => {
    save('settings', settings);
  });
});

/** Whether things may move: the setting and the system's wish both have to allow it. */
export function motionAllowed(): boolean {
  return settings.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
