/** Globs for symbol names. */
import picomatch from 'picomatch';
import { AppError } from '../../model/error.ts';

/** Ignores case; `*` matches any characters, including dots. */
export function symbolGlob(pattern: string): (text: string) => boolean {
  try {
    const matches = picomatch(pattern, { nocase: true, dot: true, noglobstar: true });
    // Passes one argument only: the matcher's second parameter is not an index.
    return (text) => matches(text);
  } catch (error) {
    throw new AppError('ValidationError', `The pattern ${pattern} is not a valid glob`, {
      hint: 'Use * for any characters, ? for one, {a,b} for alternatives.',
      details: { field: 'pattern', expected: 'a glob', received: pattern },
      cause: error,
    });
  }
}
