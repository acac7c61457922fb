import { describe, expect, it } from 'vitest';
import { nearestOf } from './nearest-of.ts';

describe('nearestOf', () => {
  const names = [
    'find_base_python',
    'find_best_python_installation',
    'handleBatch',
    'handleFetchRequest',
    'handleFetchx',
    'Redirect',
    'set',
    'x',
  ];
  it.each([
    ['find_best_python', ['find_best_python_installation', 'find_base_python']],
    // A typing error of one letter is more likely than an unfinished name.
    ['handleFetch', ['handleFetchx', 'handleFetchRequest', 'handleBatch']],
    ['Redirict', ['Redirect']],
    ['base', ['find_base_python']],
    ['zzzzzz', []],
    // Another letter is not near to a letter.
    ['h', []],
    ['get', []],
  ])('%s', async (wanted, expected) => {
    expect(await nearestOf(wanted, names)).toEqual(expected);
  });
});
