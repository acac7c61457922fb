/** Makes a language that is read line by line from a short description. */
import type { DefinitionKind } from '../../model/definition.ts';
import type { Language, LineRule, LineSyntax } from '../language.ts';

interface TextLanguage {
  name: string;
  nature: Language['nature'];
  /** Separated by blanks, without the dot. */
  extensions?: string;
  filenames?: readonly string[];
  /** Separated by blanks. */
  interpreters?: string;
  lines?: LineSyntax;
  /** Separated by blanks. */
  keywords?: string;
  classifyImport?: Language['classifyImport'];
  claims?: Language['claims'];
}

/** How much of the start of a file `claims` gets, in UTF-16 units. */
const headLength = 4096;

const split = (words: string | undefined): string[] => [
  ...new Set((words ?? '').split(/\s+/).filter((word) => word !== '')),
];

export function textLanguage(id: string, data: TextLanguage): Language {
  const { name, nature, lines, classifyImport, claims } = data;
  return {
    id,
    name,
    extensions: split(data.extensions).map((extension) => `.${extension}`),
    filenames: data.filenames ?? [],
    interpreters: split(data.interpreters),
    nature,
    parser: 'text',
    ...(lines === undefined ? {} : { lines }),
    ...(classifyImport === undefined ? {} : { classifyImport }),
    ...(claims === undefined
      ? {}
      : { claims: (path: string, head: string) => claims(path, head.slice(0, headLength)) }),
    keywords: split(data.keywords),
  };
}

/** Makes one rule for each pattern, all with the same kind. */
export function rules(kind: DefinitionKind, ...patterns: RegExp[]): LineRule[] {
  return patterns.map((pattern) => ({ pattern, kind }));
}

/** Like `rules`, but only the first definition of a name counts. */
export function first(kind: DefinitionKind, ...patterns: RegExp[]): LineRule[] {
  return patterns.map((pattern) => ({ pattern, kind, once: true }));
}

/** Adds a test of visibility to rules. */
export function visible(exported: RegExp, list: readonly LineRule[]): LineRule[] {
  return list.map((rule) => ({ ...rule, exported }));
}

export const hash: LineSyntax = { lineComments: ['#'] };
export const slashes: LineSyntax = { lineComments: ['//'], blockComments: [['/*', '*/']] };
