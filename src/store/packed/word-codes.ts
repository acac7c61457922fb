/** Small numbers for the words of the model (kinds, types) in packed bytes. The numbers are stored on disk, so they are never reused. */
import type { DefinitionKind } from '../../model/definition.ts';
import type { ImportType } from '../../model/import.ts';
import type { LinkKind, LinkResolution } from '../../model/link.ts';
import type { ReferenceKind } from '../../model/reference.ts';

export interface Codes<Word extends string> {
  of: Readonly<Record<Word, number>>;
  /** Throws a `RangeError` for an unknown number. */
  word(code: number): Word;
}

export function codes<Word extends string>(of: Record<Word, number>): Codes<Word> {
  const words = new Map(Object.entries(of).map(([word, code]) => [code as number, word as Word]));
  return {
    of,
    word(code) {
      const word = words.get(code);
      if (word === undefined) throw new RangeError(`no word has the number ${code}`);
      return word;
    },
  };
}

/** Codes below 16, because they share a byte with flags. */
export const definitionKindCodes = codes<DefinitionKind>({
  class: 1,
  interface: 2,
  typeAlias: 3,
  enum: 4,
  enumMember: 5,
  function: 6,
  method: 7,
  property: 8,
  variable: 9,
  component: 10,
  module: 11,
  macro: 12,
});

/** Codes below 4, because they share a byte with flags. */
export const importTypeCodes = codes<ImportType>({ local: 1, external: 2, builtin: 3 });

/** Codes below 16, because they share a number with the name. */
export const referenceKindCodes = codes<ReferenceKind>({
  call: 0,
  construct: 1,
  render: 2,
  inherit: 3,
  implement: 4,
  type: 5,
  decorate: 6,
});

/** Codes below 16, because they share a number with the resolution. */
export const linkKindCodes = codes<LinkKind>({
  call: 0,
  construct: 1,
  render: 2,
  decorate: 3,
  read: 4,
  write: 5,
  type: 6,
  extends: 7,
  implements: 8,
  overrides: 9,
  import: 10,
  reexport: 11,
  pass: 12,
  implicit: 13,
  set: 14,
});

export const linkResolutionCodes = codes<LinkResolution>({ scope: 0, type: 1, compiler: 2, name: 3 });
