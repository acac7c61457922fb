/** Globs on names of symbols. */
import picomatch from 'picomatch';
import { AppError } from '../../model/error.ts';

/** Ignores case; `*` is any characters, dots too. */
export function symbolGlob(pattern: string): (text: string) => boolean {
  try {
    const matches = picomatch(pattern, { nocase: true, dot: true, noglobstar: true });
    // Its second parameter is not an array's index.
    return (text) => matches(text);
  } catch (error) {
    throw new AppError('ValidationError', `The pattern ${pattern} is no glob`, {
      hint: 'Use * for any characters, ? for one, {a,b} for alternatives.',
      details: { field: 'pattern', expected: 'a glob', received: pattern },
      cause: error,
    });
  }
}
