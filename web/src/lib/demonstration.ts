import type { Desk } from '../games/game';
import type { Action } from './protocol';

/** A desk on which one action lies to be looked at; nothing can be done there. */
export function demonstration(desk: Desk, action: Action): Desk {
  return {
    id: desk.id,
    get position() {
      return desk.position;
    },
    get seats() {
      return desk.seats;
    },
    get log() {
      return desk.log;
    },
    get front() {
      return desk.front;
    },
    legal: [action],
    aids: {},
    choice: action.text,
    choices: [action.text],
    choose: () => {},
    confirm: async () => {},
    ask: () => {},
    why: async () => null,
    bringForward: (seat) => desk.bringForward(seat),
  };
}
