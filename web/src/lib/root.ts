const script = import.meta.url;

/** Where the pages of this site begin: `/`, or the path that a proxy has put before it. Scripts lie one folder deeper. */
export const ROOT = import.meta.env.DEV ? '/' : new URL('..', script).pathname;

/** The address of a page or a call: `address('/api/games')`. */
export function address(path: string): string {
  return ROOT + path.replace(/^\//, '');
}
