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
