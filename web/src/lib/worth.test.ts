import { expect, it } from 'vitest';
import { de } from './words/de';
import { en } from './words/en';
import { costWords, worthFigure, worthWords } from './worth';

it('with several seats a value is a chance to win', () => {
  expect(worthWords(0.618, 2, en.worth)).toBe('wins 62 %');
  expect(worthFigure(1, 4, en.worth)).toBe('100 %');
  expect(costWords(0.123, 2, en.worth)).toBe('12 %');
});

it('alone a value is points', () => {
  expect(worthWords(71.26, 1, en.worth)).toBe('≈ 71.3 points');
  expect(worthWords(71.26, 1, de.worth)).toBe('≈ 71,3 Punkte');
  expect(worthFigure(71.26, 1, en.worth)).toBe('71.3');
  expect(costWords(3.42, 1, en.worth)).toBe('3.4 points');
  expect(costWords(3.42, 1, de.worth)).toBe('3,4 Punkte');
});
