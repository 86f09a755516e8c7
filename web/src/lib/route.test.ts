import { describe, expect, it } from 'vitest';
import { parseRoute } from './route.svelte';

describe('addresses', () => {
  it.each([
    ['/', { page: 'start' }],
    ['/setup/nmbr9', { page: 'setup', game: 'nmbr9' }],
    ['/rules/3x8/', { page: 'rules', game: '3x8' }],
    ['/table/k3v9', { page: 'table', table: 'k3v9' }],
    ['/table', { page: 'missing' }],
    ['/table/a/b', { page: 'missing' }],
    ['/elsewhere/x', { page: 'missing' }],
  ])('%s', (path, route) => {
    expect(parseRoute(path)).toEqual(route);
  });
});
