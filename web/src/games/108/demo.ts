import type { LogEvent } from '../../lib/protocol';
import { type Happening, happenings } from './chronicle';
import { Course } from './course';
import type { Lying } from './position';

/** A game that four simple players played: what chance brought, and what each seat did. */
const GAME = `
*8 *1 *3 *9 *4 3:4@c7 *6 0:6@e1 *7 1:7@g5 *3 2:3@g9 *7 3:7@c5 *6 0:6@d9 *6 1:6@d4 *2 2:2@e9 *3
3:3@a5 *8 0:s3 *2 0:#i9 0:d9-i2 *4 1:4@i4 *8 2:s2 *7 2:#e5 2:e9-e7 *3 3:c5-a7 *7 0:7@c3 *2 1:g5-g4
*3 2:8@e9 *2 3:a7-b4 *9 0:9@e3 *4 1:g4-i3 *1 2:s3 *3 2:#a1 2:3@f2 *3 3:a5-d6 *9 0:c3-c2 *4 1:2@a4 *4
2:4@f4 *5 3:3@b5 *2 0:9@d5 *6 1:i4-i5 *7 2:g9-b8 *8 3:s3 *5 3:#g1 3:b5-c5 *4 0:2@d1 *1 1:s2 *6 1:#i1
1:6@h2 *9 2:9@d8 *9 3:8@a5 *8 0:s1 *8 0:#a9 0:i2-c3 *1 1:s1 *9 1:#c9 1:1@c4 *4 2:e9-g8 *9 3:a5-b7 *1
0:s1 *1 0:#a3 0:8@b2 *8 1:s2 *4 1:#i7 1:8@h8 *9 2:g8-g7 *4 3:b7-c6 *4 0:d5-i2 *8 1:i5-h3 *1 2:9@f7
*9 3:9@f6 *7 0:8@c1 *6 1:1@i5 *5 2:e7-e8 *6 3:c7-h6 *5 0:4@d3 *7 1:h3-g3 *6 2:f7-e7 *7 3:4@a5 *1
0:7@d9 *1 1:6@g5 *1 2:4@g8 *8 3:7@a6 *9 0:1@e2 *9 1:8@g4 *5 2:1@i8 *1 3:5@i6 *3 0:4@a2 *5 1:7@h1 *7
2:6@a8 *1 3:9@a7 *5 0:1@d7 *5 1:1@h9 *9 2:7@c8 *2 3:9@b1 *2 0:2@g2 *5 1:5@e4 *2 2:7@f9 *5 3:5@c7 *7
0:e1x *2 1:9@i4 *6 2:6@f7 *7 3:6@g6 *8 0:e3-e1 *9 1:9@h7 *6 2:1@f1 *6 3:2@e6 *3 0:3@e3 *3 1:2@h3 *4
2:1@g9 *2 3:2@b7 *5 0:8@d5 *2 1:5@h5 *2 2:2@f3 *6 3:6@b5 *4 0:5@d2
`;

export interface Frame {
  board: Lying;
  whiteOwner: Readonly<Record<string, number>>;
  happened: ReadonlyMap<string, Happening>;
}

const SEATS = 4;

const log = GAME.trim()
  .split(/\s+/)
  .map((event, i): LogEvent => {
    const [seat, text] = event.includes(':') ? event.split(':') : [null, event];
    return { number: i + 1, seat: seat === null ? null : Number(seat), text: text ?? '', time: 0 };
  });

function framesOf(events: readonly LogEvent[]): Frame[] {
  const course = new Course({ options: {}, seats: SEATS, names: [] });
  const frames: Frame[] = [];
  for (const event of events) {
    const { board } = course;
    course.tell(event);
    if (course.board === board) continue;
    frames.push({
      board: course.board,
      whiteOwner: course.whiteOwner,
      happened: happenings([event], event.seat ?? 0),
    });
  }
  return frames;
}

/** The boards of the game, one for each number that came, moved or went. */
export const demoGame: readonly Frame[] = framesOf(log);
