import { load, save } from '../../lib/storage';

/** Aids that a player may switch on; they stay as they were for the next game. */
export const tools: { candidates: boolean; solvable: boolean } = $state({
  candidates: false,
  solvable: false,
  ...load<Record<string, boolean>>('108'),
});

$effect.root(() => {
  $effect(() => {
    save('108', tools);
  });
});
