/** Globs for symbol names. */
import picomatch from 'picomatch';
import { AppError } from '../../model/error.ts';

/** The longest glob (characters): a longer one may take picomatch seconds. */
const maxLength = 2000;

/** A test for names that match the pattern. It ignores case; `*` matches any characters, including dots. */
export function symbolGlob(pattern: string): (text: string) => boolean {
  try {
    const matches = picomatch(pattern, { nocase: true, dot: true, noglobstar: true, maxLength });
    // V8 compiles an expression at its first use, and refuses one that is too deep or too long.
    matches('a');
    // `map` and `filter` pass an index as well, which the matcher would take for an option.
    return (text) => matches(text);
  } catch (error) {
    throw new AppError('ValidationError', `The pattern ${pattern} is not a valid glob`, {
      hint: 'Use * for any characters, ? for one, {a,b} for alternatives.',
      details: { field: 'pattern', expected: 'a glob', received: pattern },
      cause: error,
    });
  }
}
