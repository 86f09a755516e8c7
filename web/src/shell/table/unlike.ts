/** Words for an action that stand beside others: where some are the same, with the action's text. */
export function unlike(words: string, text: string, beside: readonly string[]): string {
  return beside.filter((other) => other === words).length > 1 ? `${words} (${text})` : words;
}
