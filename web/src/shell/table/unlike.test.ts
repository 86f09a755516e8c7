import { expect, it } from 'vitest';
import { unlike } from './unlike';

it('what is told alike is told apart by its text', () => {
  expect(unlike('7 on the table', 'r0@0,0', ['7 on the table', '7 on the table'])).toBe(
    '7 on the table (r0@0,0)',
  );
  expect(unlike('7 on the table', 'r0@0,0', ['7 on the table', '7 on level 1'])).toBe('7 on the table');
});
