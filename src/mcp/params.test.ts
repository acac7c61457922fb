import { describe, expect, it } from 'vitest';
import { plainIssues } from './params.ts';

describe('plainIssues', () => {
  it.each<[string, string | null]>([
    [
      '[{"path":["params","uri"],"message":"Invalid input"},{"path":[],"message":"Bad"}]',
      '"params.uri": Invalid input; Bad',
    ],
    ['Invalid tools/call request: [{"path":["params"],"message":"Wrong"}]', '"params": Wrong'],
    ['Unknown tool: [x]', null],
    ['Unknown tool: x. Did you mean [y]?', null],
    ['[]', null],
    ['[1]', null],
    ['plain', null],
  ])('%s', (message, words) => {
    expect(plainIssues(message)).toBe(words);
  });
});
