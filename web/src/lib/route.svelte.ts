export type Route =
  | { page: 'start' }
  | { page: 'setup'; game: string }
  | { page: 'table'; table: string }
  | { page: 'rules'; game: string }
  | { page: 'missing' };

export function parseRoute(path: string): Route {
  const [page, name, ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (rest.length === 0) {
    if (page === undefined) return { page: 'start' };
    if (name !== undefined) {
      if (page === 'setup' || page === 'rules') return { page, game: name };
      if (page === 'table') return { page, table: name };
    }
  }
  return { page: 'missing' };
}

/** Where the reader is: path and the part behind `#`. */
export const place = $state({ path: location.pathname, hash: location.hash.slice(1) });

function read(): void {
  place.path = location.pathname;
  place.hash = location.hash.slice(1);
}

export function navigate(address: string): void {
  history.pushState(null, '', address);
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
  if (link.pathname.startsWith('/api/')) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  navigate(link.pathname + link.hash);
}

export function startRouting(): void {
  addEventListener('popstate', read);
  addEventListener('hashchange', read);
  document.addEventListener('click', follow);
}
