import { address, ROOT } from './root';

export type Route =
  | { page: 'start' }
  | { page: 'setup'; game: string }
  | { page: 'table'; table: string }
  | { page: 'rules'; game: string }
  | { page: 'missing' };

/** No table has a longer name. */
const LONGEST_NAME = 100;

/** The page that a path stands for; it begins where the site begins. */
export function parseRoute(path: string): Route {
  const [page, name, ...rest] = path.split('/').filter(Boolean).map(decoded);
  if (rest.length === 0) {
    if (page === undefined) return { page: 'start' };
    if (name && name.length <= LONGEST_NAME) {
      if (page === 'setup' || page === 'rules') return { page, game: name };
      if (page === 'table') return { page, table: name };
    }
  }
  return { page: 'missing' };
}

/** Nothing, where the percent signs make no sense. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function here(): { path: string; hash: string } {
  const { pathname, hash } = location;
  return { path: pathname.startsWith(ROOT) ? pathname.slice(ROOT.length) : pathname, hash: hash.slice(1) };
}

/** Where the reader is: path and the part behind `#`. */
export const place = $state(here());

function read(): void {
  Object.assign(place, here());
}

/** Goes to a page of this site, such as `/rules/108`. */
export function navigate(page: string): void {
  history.pushState(null, '', address(page));
  read();
  scrollTo(0, 0);
}

/** Changes the part behind `#` without a new step of history. */
export function rehash(hash: string): void {
  history.replaceState(null, '', location.pathname + (hash ? `#${hash}` : ''));
  read();
}

/** Turns plain links of this site into client-side ones. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (!link.pathname.startsWith(ROOT) || link.pathname.startsWith(address('/api/'))) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  navigate(link.pathname.slice(ROOT.length) + link.hash);
}

export function startRouting(): void {
  addEventListener('popstate', read);
  addEventListener('hashchange', read);
  document.addEventListener('click', follow);
}
