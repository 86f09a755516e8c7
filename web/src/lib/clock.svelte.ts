import { createSubscriber } from 'svelte/reactivity';

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

/** The time in seconds since 1970; whoever reads it in a component is told every second. */
export function now(): number {
  subscribe();
  return Date.now() / 1000;
}
