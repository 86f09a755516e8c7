import type { TableFacts } from '../games/game';
import type { Json, LogEvent } from '../lib/protocol';

const files = import.meta.glob<string>('../../../tests/records/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface Recorded {
  game: string;
  log: LogEvent[];
  facts: Omit<TableFacts, 'names'>;
}

/** The golden games, as a table tells them. */
export const records: Recorded[] = Object.values(files).map((text) => {
  const [head = '', course = ''] = text.split('\n\n');
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  const options = [...head.matchAll(/^option (\w+): (.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    JSON.parse(value) as Json,
  ]);
  const told = course.split('\n').flatMap((line): [number | null, string][] => {
    const [, seat, texts = ''] = /^(\d+): (.*)$/.exec(line) ?? [];
    if (seat !== undefined) return texts.split(', ').map((text) => [Number(seat), text]);
    return line.startsWith('*') ? [[null, line]] : [];
  });
  return {
    game: field('game'),
    facts: { options: Object.fromEntries(options), seats: Number(field('seats')) },
    log: told.map(([seat, text], i) => ({ number: i + 1, seat, text, time: 0 })),
  };
});
