import { Course } from './course';
import type { Row } from './table';

/** What changed the rows of the winner of a game that simple players played, in order. A block came from the other seat. */
const TOLD =
  '8>n 36>1 42>1 49>1 62>1 66>1 95>1 99>1 end 7>n 20>2 29>2 40>2 b4a>0.2 43>2 55>2 57>2 97>2 end ' +
  '15>n 16>3 37>3 50>3 b5a>0.3 51>3 76>3 98>3 107>3 end';

const texts = TOLD.split(' ');

export const demoSteps = texts.length;

/** The rows after so many steps. */
export function demoRows(steps: number): readonly Row[] {
  const course = new Course(2);
  for (const [i, text] of texts.slice(0, steps).entries()) {
    course.follow({ number: i + 1, seat: text.startsWith('b') ? 1 : 0, text, time: 0 });
  }
  return course.rows[0] ?? [];
}
