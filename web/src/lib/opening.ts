import { openTable } from './http';
import { keepKey } from './keys';
import type { TableRequest } from './protocol';
import { navigate } from './route.svelte';

/** Opens a table, keeps its key and goes there. */
export async function openAndGo(request: TableRequest): Promise<void> {
  const opened = await openTable(request);
  keepKey(opened);
  navigate(`/table/${encodeURIComponent(opened.table)}`);
}
