interface Units {
  seconds: (n: number) => string;
  minutes: (n: number) => string;
  hours: (n: number) => string;
}

/** A span of time in one coarse figure; nothing for the first few seconds. */
export function elapsed(seconds: number, units: Units): string {
  if (seconds < 3) return '';
  if (seconds < 60) return units.seconds(Math.floor(seconds));
  if (seconds < 3600) return units.minutes(Math.floor(seconds / 60));
  return units.hours(Math.floor(seconds / 3600));
}

const UNITS = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How long ago something was, in the words of a language. */
export function ago(seconds: number, language: string): string {
  const past = Math.max(0, seconds);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, length]) => past >= length) ?? ['second', Infinity];
  return words.format(-Math.floor(past / length) || 0, unit);
}
