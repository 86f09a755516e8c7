import { createSubscriber } from 'svelte/reactivity';

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

/** The server's clock minus this one, in seconds. Events carry the server's time. */
let ahead = 0;

/** Takes the server's time as it has just come; one that is only told in whole seconds leaves a better one as it is. */
export function setServerTime(time: number, accuracy = 0): void {
  const difference = time - Date.now() / 1000;
  if (Math.abs(difference - ahead) > accuracy) ahead = difference;
}

/** The server's time in seconds since 1970; whoever reads it in a component is told every second. */
export function now(): number {
  subscribe();
  return Date.now() / 1000 + ahead;
}

/** The time of this computer in seconds since 1970, for what happens here; told every second likewise. */
export function localNow(): number {
  subscribe();
  return Date.now() / 1000;
}
