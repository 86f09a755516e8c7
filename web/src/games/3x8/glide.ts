import { motionAllowed } from '../../lib/settings.svelte';

const DURATION = 240;

/** Lets cards glide from where they were to where they are, whatever they lie in; a card is known by its name. */
export class Glide {
  #before = new Map<string, DOMRect>();

  /** Before the board changes. */
  note(board: HTMLElement | undefined): void {
    this.#before = new Map();
    if (!board || !motionAllowed()) return;
    for (const [name, element] of cardsOn(board)) this.#before.set(name, element.getBoundingClientRect());
  }

  /** After it has changed. A card that was nowhere comes from the pile, or out of a hand that is not seen. */
  play(board: HTMLElement | undefined): void {
    if (!board || this.#before.size === 0) return;
    const pile = board.querySelector('[data-pile]')?.getBoundingClientRect();
    for (const [name, element] of cardsOn(board)) {
      const from = this.#before.get(name) ?? (element.closest('[data-from-pile]') ? pile : undefined);
      if (from) glide(element, from);
      else element.animate([{ opacity: 0 }, {}], { duration: DURATION, easing: 'ease-out' });
    }
  }
}

function cardsOn(board: HTMLElement): [string, HTMLElement][] {
  return [...board.querySelectorAll<HTMLElement>('[data-card]')].map((card) => [
    card.dataset.card ?? '',
    card,
  ]);
}

function glide(element: HTMLElement, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  if (to.width === 0 || (Math.abs(dx) < 1 && Math.abs(dy) < 1)) return;
  element.animate(
    [
      {
        transformOrigin: 'top left',
        transform: `translate(${dx}px, ${dy}px) scale(${from.width / to.width})`,
      },
      { transformOrigin: 'top left', transform: 'none' },
    ],
    { duration: DURATION, easing: 'ease-out' },
  );
}
