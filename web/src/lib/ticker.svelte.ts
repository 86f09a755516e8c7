/** Counts up in even steps while it may and somebody can see it; to be made while a component starts. */
export function ticker(pace: number, running: () => boolean): { readonly count: number } {
  let count = $state(0);
  $effect(() => {
    if (!running()) return;
    const timer = setInterval(() => {
      if (!document.hidden) count += 1;
    }, pace);
    return () => clearInterval(timer);
  });
  return {
    get count() {
      return count;
    },
  };
}
