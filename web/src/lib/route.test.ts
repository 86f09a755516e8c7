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
    ['/setup/100%', { page: 'missing' }],
    ['/rules/%', { page: 'missing' }],
    ['/table/%E0%A4%A', { page: 'missing' }],
    ['/%/nmbr9', { page: 'missing' }],
    ['/table/a%2Fb', { page: 'table', table: 'a/b' }],
    [`/table/${'x'.repeat(100)}`, { page: 'table', table: 'x'.repeat(100) }],
    [`/table/${'x'.repeat(101)}`, { page: 'missing' }],
  ])('%s', (path, route) => {
    expect(parseRoute(path)).toEqual(route);
  });
});
