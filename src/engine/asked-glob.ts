/**
 * The globs of questions: `*`, `**` between slashes, `?`, `[a-z]`, `{a,b}`, `(a|b)`, and `!` at the start for all but those. A glob also matches itself as plain
 * text, since folders have names such as `[id]`.
 * Invariant: the time of a comparison is bounded by the product of the lengths. An expression that V8 matches by going back would take for ever with a few
 * characters.
 */
import { AppError } from '../model/error.ts';
import { alternativesOf } from '../util/globs/alternatives.ts';
import { compileGlob, matchesGlob, type Glob } from '../util/globs/glob.ts';

/** The longest glob (characters). */
const maxLength = 2000;

interface GlobOptions {
  ignoreCase?: boolean;
  /** The argument that the globs are from, for messages. */
  field: string;
}

/** @param globs a text matches if one of them does. Throws a `ValidationError`. */
export function askedGlob(
  globs: readonly string[],
  { ignoreCase = false, field }: GlobOptions,
): (text: string) => boolean {
  const tests = globs.map((glob) => testOf(ignoreCase ? glob.toLowerCase() : glob, field));
  return (text) => {
    const compared = ignoreCase ? text.toLowerCase() : text;
    return tests.some((test) => test(compared));
  };
}

/** A test for names of symbols, which ignores case. Throws a `ValidationError`. */
export function symbolGlob(pattern: string): (text: string) => boolean {
  return askedGlob([pattern], { ignoreCase: true, field: 'pattern' });
}

function testOf(written: string, field: string): (text: string) => boolean {
  const isExcluding = written.startsWith('!');
  const glob = isExcluding ? written.slice(1) : written;
  const compiled = compile(glob, field);
  const matches = (text: string): boolean => text === glob || compiled.some((one) => matchesGlob(one, text, 0));
  return isExcluding ? (text) => !matches(text) : matches;
}

function compile(glob: string, field: string): Glob[] {
  try {
    if (glob.length > maxLength) throw new RangeError(`it is longer than ${maxLength} characters`);
    return alternativesOf(glob).flatMap((one) => compileGlob(one, true) ?? []);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('ValidationError', `The pattern ${glob.slice(0, 100)} is not a valid glob: ${error.message}`, {
      hint: 'Use * for any characters, ? for one, {a,b} for alternatives.',
      details: { field, expected: 'a glob', received: glob.slice(0, 200) },
      cause: error,
    });
  }
}
