/** The clause that a refusal names: `NMBR9-P3` is clause `P3`; `TEXT` and its like are none. */
export function clauseOf(code: string): string | null {
  return /^[A-Z0-9]+-([A-Z]+\d+)[a-z]?$/i.exec(code)?.[1] ?? null;
}
