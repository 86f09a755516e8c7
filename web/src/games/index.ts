import type { GameClient } from './game';

const found = import.meta.glob<{ default: GameClient }>('./*/index.ts', { eager: true });

/** Every game with a client, in the order of the start page. */
export const games: readonly GameClient[] = Object.values(found)
  .map((module) => module.default)
  .sort((a, b) => a.order - b.order);

export function gameNamed(name: string): GameClient | undefined {
  return games.find((game) => game.name === name);
}
