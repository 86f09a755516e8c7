/** How long something may take before it is worth a word, in ms. */
const WORTH_A_WORD = 300;

/** Whether something lasts for longer than a moment; to be made while a component starts. */
export function delayed(lasts: () => boolean, pause = WORTH_A_WORD): { readonly now: boolean } {
  let now = $state(false);
  $effect(() => {
    if (!lasts()) return;
    const timer = setTimeout(() => {
      now = true;
    }, pause);
    return () => {
      clearTimeout(timer);
      now = false;
    };
  });
  return {
    get now() {
      return now;
    },
  };
}
