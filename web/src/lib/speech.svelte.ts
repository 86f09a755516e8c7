/** What the live region says. */
export const speech = $state({ text: '' });

let odd = false;

/** Speaks to a screen reader; the same words twice are spoken twice. */
export function speak(text: string): void {
  odd = !odd;
  speech.text = odd ? text : `${text}\u00a0`;
}
