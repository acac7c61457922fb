/**
 * How languages write comments and strings, as patterns: enough to tell what a place in a text is. A place behind a regular expression with a quotation
 * mark may be taken for a string up to the end of its line.
 */

export interface RegionRules {
  /** Matches each comment and each string; comments begin with what `isComment` matches. Its flags are `gm`. */
  regions: RegExp;
  isComment: RegExp;
  /** Matches the part of a string before a place, where the place is code in the string (`${name}`). Absent: there is none. */
  interpolated?: RegExp;
}

/** Patterns of comments and strings that several languages have. An unfinished one ends with its line, one of several lines with the text. */
export const written = {
  slashes: String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))`,
  hash: '#[^\\n]*',
  doubleQuoted: String.raw`"(?:\\[\s\S]|[^"\\\n])*"?`,
  singleQuoted: String.raw`'(?:\\[\s\S]|[^'\\\n])*'?`,
  /** Strings that may have several lines. */
  doubleQuotedLines: String.raw`"(?:\\[\s\S]|[^"\\])*"?`,
  singleQuotedLines: String.raw`'(?:\\[\s\S]|[^'\\])*'?`,
  tripleDouble: String.raw`"""[\s\S]*?(?:"""|(?![\s\S]))`,
  tripleSingle: String.raw`'''[\s\S]*?(?:'''|(?![\s\S]))`,
  /** A character; an apostrophe alone is none. */
  character: String.raw`'(?:\\[^'\n]{0,10}'|\\''|[^'\\\n]{1,2}')`,
} as const;

export const slashComment = /^\/[/*]/;
export const hashComment = /^#/;
/** `${name}` and `$name`. */
export const dollar = /$(?<=\$\{[^}]*|\$)/;
/** `#{name}` */
export const hashBrace = /$(?<=#\{[^}]*)/;

/** @param patterns those of comments and strings, the ones that are to be tried first in front */
export function regionRules(patterns: readonly string[], isComment: RegExp, interpolated?: RegExp): RegionRules {
  const regions = new RegExp(patterns.join('|'), 'gm');
  return interpolated === undefined ? { regions, isComment } : { regions, isComment, interpolated };
}

/** The rules of languages that have none of their own. */
export const cRegions = regionRules([written.slashes, written.doubleQuoted, written.character], slashComment);
