/** Makes languages that are read line by line, each from a short description. */
import type { DefinitionKind } from '../../model/definition.ts';
import type { Language, LineRule, LineSyntax } from '../language.ts';

interface LanguageDescription {
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

const wordsOf = (words: string | undefined): string[] => [
  ...new Set((words ?? '').split(/\s+/).filter((word) => word !== '')),
];

export function textLanguage(id: string, description: LanguageDescription): Language {
  const { name, nature, lines, classifyImport, claims } = description;
  return {
    id,
    name,
    extensions: wordsOf(description.extensions).map((extension) => `.${extension}`),
    filenames: description.filenames ?? [],
    interpreters: wordsOf(description.interpreters),
    nature,
    parser: 'text',
    ...(lines === undefined ? {} : { lines }),
    ...(classifyImport === undefined ? {} : { classifyImport }),
    ...(claims === undefined
      ? {}
      : { claims: (path: string, head: string) => claims(path, head.slice(0, headLength)) }),
    keywords: wordsOf(description.keywords),
  };
}

/** Makes one rule for each pattern, all with the same kind. */
export function rules(kind: DefinitionKind, ...patterns: RegExp[]): LineRule[] {
  return patterns.map((pattern) => ({ pattern, kind }));
}

/** Like `rules`, but only the first definition of a name counts. */
export function rulesOnce(kind: DefinitionKind, ...patterns: RegExp[]): LineRule[] {
  return patterns.map((pattern) => ({ pattern, kind, once: true }));
}

/** Adds to rules the pattern of lines whose definition is exported. */
export function withVisibility(exported: RegExp, list: readonly LineRule[]): LineRule[] {
  return list.map((rule) => ({ ...rule, exported }));
}

export const hashComments: LineSyntax = { lineComments: ['#'] };
export const slashComments: LineSyntax = { lineComments: ['//'], blockComments: [['/*', '*/']] };
