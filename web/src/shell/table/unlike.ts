/**
 * Words for actions that stand beside each other: those that are told alike also get their `details`, as far as there
 * are any, and if they are still alike their texts.
 */
export function unlike(
  told: readonly string[],
  details: readonly string[],
  texts: readonly string[],
): string[] {
  const closer = told.map((words, i) =>
    isAlone(words, told) || !details[i] ? words : `${words}, ${details[i]}`,
  );
  return closer.map((words, i) => (isAlone(words, closer) ? words : `${words} (${texts[i]})`));
}

function isAlone(words: string, told: readonly string[]): boolean {
  return told.filter((other) => other === words).length === 1;
}
