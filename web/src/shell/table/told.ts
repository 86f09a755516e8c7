import type { GameClient } from '../../games/game';
import type { Action, Position } from '../../lib/protocol';
import { unlike } from './unlike';

/** Actions of a position in words that tell them apart. */
export function toldApart(
  actions: readonly Action[],
  game: GameClient,
  position: Position,
  seat: number,
  names: readonly string[],
): string[] {
  return unlike(
    actions.map((action) => game.phrase(action, position, seat, [], names)),
    actions.map((action) => game.detail?.(action, position, seat) ?? ''),
    actions.map(({ text }) => text),
  );
}
