import { describe, expect, it } from 'vitest';
import { nearestOf } from './resolve-symbol.ts';

describe('nearestOf', () => {
  const names = [
    'find_base_python',
    'find_best_python_installation',
    'handleBatch',
    'handleFetchRequest',
    'handleFetchx',
    'Redirect',
    'x',
  ];
  it.each([
    ['find_best_python', ['find_best_python_installation', 'find_base_python']],
    // A typing error of one letter is more likely than an unfinished name.
    ['handleFetch', ['handleFetchx', 'handleFetchRequest', 'handleBatch']],
    ['Redirict', ['Redirect']],
    ['base', ['find_base_python']],
    ['zzzzzz', []],
    ['h', ['x']],
  ])('%s', (wanted, expected) => {
    expect(nearestOf(wanted, names)).toEqual(expected);
  });
});
