/**
 * What the walk finds, as tables of numbers that the host reads (`extract/ecmascript/records.ts`, which knows the order of the fields).
 * Invariant: what the host reads of a record are fields of four bytes, first of all.
 */
import { Kind } from '../generated/codes';
import { Ints } from '../ints';
import { take } from '../memory';
import { Text } from '../texts';
import { PlacedName } from './names';
import { standsAt } from './source-texts';

/** Whether a definition is exported: by its own `export`, by a list (`export { a }`), or with what it belongs to. */
export const enum Visibility {
  Hidden,
  Exported,
  Listed,
  Inherited,
}

/** How the host makes a signature of the text between two offsets. */
export const enum Signature {
  None,
  /** Folded, without comments, and without what ends it. */
  Between,
  /** As it is, in parentheses. */
  Parameter,
}

@unmanaged
export class Definition {
  /** Number of a text. */
  name: i32;
  kind: Kind;
  /** Index of what it belongs to; -1 for nothing. */
  parent: i32;
  /** Number of the text of its container when no definition of this file has that name; else -1. */
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
  /** Which of the decorators are its own. */
  decorators: i32;
  decoratorCount: i32;

  // What follows is the walk's.
  visibility: Visibility;
  /** Of an object that a function makes (`made-objects.ts`). */
  made: bool;
  /** The name, cut. */
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
  /** Which of the names are its own. */
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
/** Of what each decorator names: where it starts and ends. */
export let decorators: Ints = changetype<Ints>(0);
/** Two texts each: the name there, and the one here or -1. */
export let names: Ints = changetype<Ints>(0);
/** Two numbers each: where it stands in the source and how many units it has, or the complement of its address and how many bytes. */
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

/** Adds a text to those that the host reads and gives its number. */
export function addText(text: Text, at: i32): i32 {
  const number = texts.length >> 1;
  const units = standsAt(text, at);
  if (units === -1) {
    texts.push(~(<i32>text.address));
    texts.push(text.length);
  } else {
    texts.push(at);
    texts.push(units);
  }
  return number;
}

/** Adds a name that an import takes. */
export function addName(name: PlacedName, alias: PlacedName | null): void {
  names.push(addText(name.text, name.at));
  names.push(alias === null ? -1 : addText(alias.text, alias.at));
}

export function countNames(): i32 {
  return names.length >> 1;
}
