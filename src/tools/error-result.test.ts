import { describe, expect, it } from 'vitest';
import { AppError, errorCodes } from '../model/error.ts';
import { errorOutput, errorResult } from './error-result.ts';

describe('errorResult', () => {
  it.each(errorCodes)('%s: says what happened and what to do next, in both forms', (code) => {
    const answer = errorResult(new AppError(code, 'It broke'), { now: 1_700_000_000_000 });
    expect(answer.isError).toBe(true);
    const [text = ''] = answer.texts;
    const error = errorOutput().parse((answer.structured as { error: unknown }).error);
    expect(text).toBe(`Error: It broke\n${error?.next}`);
    expect(error).toMatchObject({ message: 'It broke', timestamp: 1_700_000_000_000 });
    expect(error?.next).toMatch(/^[A-Z].*\.$/);
    expect(error).not.toHaveProperty('details');
    expect(error?.type).toBe(code);
  });

  it('keeps the error’s own hint and details', () => {
    const details = { field: 'path', expected: 'a folder', received: 3 };
    const answer = errorResult(new AppError('ValidationError', 'No', { hint: 'Do this.', details }));
    expect(answer.texts).toEqual(['Error: No\nDo this.']);
    expect(answer.structured).toMatchObject({ error: { details, next: 'Do this.' } });
  });

  it.each([
    [new Error('boom'), 'boom'],
    ['text', 'text'],
    [undefined, 'undefined'],
  ])('wraps a stranger: %s', (thrown, message) => {
    expect(errorResult(thrown).structured).toMatchObject({ error: { type: 'InternalError', message } });
  });
});
