/**
 * The results of the walk, as tables of numbers that the host reads (`extract/ecmascript/records.ts` reads the fields in this order).
 * Invariant: the fields that the host reads come first in a record, and have four bytes each.
 */
import { Kind } from '../generated/codes';
import { Ints } from '../ints';
import { take } from '../memory';
import { Text } from '../texts';
import { PlacedName } from './names';
import { lengthAt } from './source-texts';

/** How a definition is exported: by its own `export`, by a list (`export { a }`), or together with its parent. */
export const enum Visibility {
  Hidden,
  Exported,
  Listed,
  Inherited,
}

/** How the host makes a signature from the text between two offsets. */
export const enum Signature {
  None,
  /** With white space folded, without comments, and without the end of the statement. */
  Between,
  /** Unchanged, in parentheses. */
  Parameter,
}

@unmanaged
export class Definition {
  /** Number of a text. */
  name: i32;
  kind: Kind;
  /** Index of the parent; -1 for none. */
  parent: i32;
  /** Number of the text of its container's name, where the container is not a definition of this file; otherwise -1. */
  container: i32;
  /** Place of the name. */
  line: i32;
  column: i32;
  startLine: i32;
  startColumn: i32;
  endLine: i32;
  endColumn: i32;
  exported: i32;
  /** Offset where the whole definition starts. */
  start: i32;
  signature: Signature;
  signatureStart: i32;
  signatureEnd: i32;
  /** Its range in the table of decorators. */
  decorators: i32;
  decoratorCount: i32;

  // Only the walk reads the following fields.
  visibility: Visibility;
  /** Whether it is a member of an object that a function creates (`made-objects.ts`). */
  isMade: bool;
  /** The name, possibly cut. */
  text: Text;
  /** Offset of the name. */
  at: i32;
  end: i32;
}

@unmanaged
export class Import {
  /** Numbers of texts; -1 for no alias. */
  module: i32;
  alias: i32;
  /** Its range in the table of names. */
  names: i32;
  nameCount: i32;
  /** Bits of `ImportFlag`. */
  flags: i32;
  line: i32;
  column: i32;
}

export const enum ImportFlag {
  None = 0,
  Dynamic = 1,
  Reexport = 2,
  TypeOnly = 4,
}

/** Addresses of the records. */
export let definitions: Ints = changetype<Ints>(0);
export let imports: Ints = changetype<Ints>(0);
/** Start and end of each decorator's name. */
export let decorators: Ints = changetype<Ints>(0);
/** Two texts each: the exported name, and the local one or -1. */
export let names: Ints = changetype<Ints>(0);
/** Two numbers each: offset in the source and length in units, or the complement of the address and the length in bytes. */
export let texts: Ints = changetype<Ints>(0);

export function clearRecords(): void {
  definitions = Ints.of(64);
  imports = Ints.of(32);
  decorators = Ints.of(16);
  names = Ints.of(64);
  texts = Ints.of(256);
}

export function definitionAt(index: i32): Definition {
  return changetype<Definition>(<usize>definitions.get(index));
}

export function newDefinition(): Definition {
  return changetype<Definition>(take(offsetof<Definition>()));
}

export function newImport(): Import {
  const record = changetype<Import>(take(offsetof<Import>()));
  imports.push(<i32>changetype<usize>(record));
  return record;
}

/** Adds a text to those that the host reads. @returns its number */
export function addText(text: Text, at: i32): i32 {
  const number = texts.length >> 1;
  const units = lengthAt(text, at);
  if (units === -1) {
    texts.push(~(<i32>text.address));
    texts.push(text.length);
  } else {
    texts.push(at);
    texts.push(units);
  }
  return number;
}

/** Adds a name that an import binds. */
export function addName(name: PlacedName, alias: PlacedName | null): void {
  names.push(addText(name.text, name.at));
  names.push(alias === null ? -1 : addText(alias.text, alias.at));
}

export function countNames(): i32 {
  return names.length >> 1;
}
