import { render } from 'svelte/server';
import { games } from './games';

/** The rules of a game for a page elsewhere. */
interface Told {
  name: string;
  title: string;
  summary: string;
  sections: { heading: string; items: { clauses: readonly string[]; text: string; picture: string }[] }[];
}

/** The rules of all games with their pictures as HTML, and the styles of these. */
export function told(): { games: Told[]; styles: string } {
  const styles = new Set<string>();
  function draw(game: (typeof games)[number], name: string | undefined): string {
    if (name === undefined) return '';
    const { head, body } = render(game.Picture, { props: { name }, idPrefix: `${game.name}-${name}` });
    for (const [, style] of head.matchAll(/<style[^>]*>(.*?)<\/style>/gs)) styles.add(style as string);
    if (!body.includes('<svg')) throw new Error(`${game.name} has no picture named ${name}`);
    return body.replaceAll(/<!--.*?-->/gs, '');
  }
  return {
    games: games.map((game) => ({
      name: game.name,
      title: game.words().title,
      summary: game.words().summary,
      sections: game.rules().map(({ heading, items }) => ({
        heading,
        items: items.map(({ clauses, text, picture }) => ({ clauses, text, picture: draw(game, picture) })),
      })),
    })),
    styles: [...styles].join('\n'),
  };
}
