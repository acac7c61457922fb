/**
 * The SCIP messages (https://github.com/sourcegraph/scip, scip.proto) that we read and write, and the numbers of their fields.
 * Lines and characters are 0-based, as in the format.
 */
import { fieldsOf, MessageWriter, packedNumbers, textOf, type Field } from './wire.ts';

export const symbolRoles = { definition: 1, import: 2, write: 4, read: 8, test: 32 } as const;

/** The units in which the characters of a range are counted. */
export const positionEncodings = { unspecified: 0, utf8: 1, utf16: 2, utf32: 3 } as const;

/** `SymbolInformation.Kind`: the kinds of our definitions. */
export const symbolKinds = {
  class: 7,
  enum: 11,
  enumMember: 12,
  function: 17,
  interface: 21,
  macro: 25,
  method: 26,
  module: 29,
  property: 41,
  typeAlias: 55,
  variable: 61,
} as const;

export interface Occurrence {
  /** Three or four numbers: start line, start character, [end line,] end character. */
  range: readonly number[];
  symbol: string;
  /** Bits of `symbolRoles`. */
  roles: number;
  /** Numbers as in `range`; empty for none. */
  enclosingRange: readonly number[];
}

export interface Relationship {
  symbol: string;
  isImplementation: boolean;
}

export interface SymbolInformation {
  symbol: string;
  documentation: readonly string[];
  relationships: readonly Relationship[];
  /** One of `symbolKinds`; 0 for none. */
  kind: number;
  displayName: string;
  /** Text of the declaration; empty for none. */
  signature: string;
}

export interface ScipDocument {
  path: string;
  language: string;
  /** The file's content; empty when the index does not include it. */
  text: string;
  positionEncoding: number;
  occurrences: readonly Occurrence[];
  symbols: readonly SymbolInformation[];
}

export interface ScipMetadata {
  toolName: string;
  toolVersion: string;
  /** URI of the folder that paths are relative to. */
  projectRoot: string;
}

/** Fields of the top message; a file of any size is a sequence of these. */
export const indexFields = { metadata: 1, document: 2 } as const;

/** `TextEncoding.UTF8`. */
const utf8Documents = 1;

function bytesIn(field: Field): Uint8Array {
  if ('bytes' in field) return field.bytes;
  throw new RangeError(`field ${field.number} is a number`);
}

function numberIn(field: Field): number {
  if ('value' in field) return field.value;
  throw new RangeError(`field ${field.number} is no number`);
}

export function encodeMetadata({ toolName, toolVersion, projectRoot }: ScipMetadata): Uint8Array {
  const tool = new MessageWriter().text(1, toolName).text(2, toolVersion);
  return new MessageWriter().message(2, tool.bytes()).text(3, projectRoot).number(4, utf8Documents).bytes();
}

export function decodeMetadata(bytes: Uint8Array): ScipMetadata {
  const metadata: ScipMetadata = { toolName: '', toolVersion: '', projectRoot: '' };
  for (const field of fieldsOf(bytes)) {
    if (field.number === 3) metadata.projectRoot = textOf(bytesIn(field));
    if (field.number !== 2) continue;
    for (const part of fieldsOf(bytesIn(field))) {
      if (part.number === 1) metadata.toolName = textOf(bytesIn(part));
      else if (part.number === 2) metadata.toolVersion = textOf(bytesIn(part));
    }
  }
  return metadata;
}

export function encodeDocument(document: ScipDocument): Uint8Array {
  const writer = new MessageWriter().text(1, document.path);
  for (const { range, symbol, roles, enclosingRange } of document.occurrences) {
    const occurrence = new MessageWriter()
      .numbers(1, range)
      .text(2, symbol)
      .number(3, roles)
      .numbers(7, enclosingRange);
    writer.message(2, occurrence.bytes());
  }
  for (const symbol of document.symbols) writer.message(3, encodeSymbol(symbol, document.language));
  return writer.text(4, document.language).text(5, document.text).number(6, document.positionEncoding).bytes();
}

function encodeSymbol(symbol: SymbolInformation, language: string): Uint8Array {
  const writer = new MessageWriter().text(1, symbol.symbol).texts(3, symbol.documentation);
  for (const { symbol: other, isImplementation } of symbol.relationships)
    writer.message(4, new MessageWriter().text(1, other).flag(3, isImplementation).bytes());
  writer.number(5, symbol.kind).text(6, symbol.displayName);
  if (symbol.signature !== '')
    writer.message(7, new MessageWriter().text(4, language).text(5, symbol.signature).bytes());
  return writer.bytes();
}

export function decodeDocument(bytes: Uint8Array): ScipDocument {
  const document = { path: '', language: '', text: '', positionEncoding: 0 };
  const occurrences: Occurrence[] = [];
  const symbols: SymbolInformation[] = [];
  for (const field of fieldsOf(bytes)) {
    switch (field.number) {
      case 1:
        document.path = textOf(bytesIn(field));
        break;
      case 2:
        occurrences.push(decodeOccurrence(bytesIn(field)));
        break;
      case 3:
        symbols.push(decodeSymbol(bytesIn(field)));
        break;
      case 4:
        document.language = textOf(bytesIn(field));
        break;
      case 5:
        document.text = textOf(bytesIn(field));
        break;
      case 6:
        document.positionEncoding = numberIn(field);
        break;
    }
  }
  return { ...document, occurrences, symbols };
}

/** Adds a repeated number field. Protobuf readers must accept it packed or not, whatever the schema says. */
function addNumbers(numbers: number[], field: Field): void {
  if ('bytes' in field) numbers.push(...packedNumbers(field.bytes));
  else numbers.push(field.value);
}

function decodeOccurrence(bytes: Uint8Array): Occurrence {
  const range: number[] = [];
  const enclosingRange: number[] = [];
  let symbol = '';
  let roles = 0;
  for (const field of fieldsOf(bytes)) {
    if (field.number === 1) addNumbers(range, field);
    else if (field.number === 2) symbol = textOf(bytesIn(field));
    else if (field.number === 3) roles = numberIn(field);
    else if (field.number === 7) addNumbers(enclosingRange, field);
  }
  return { range, symbol, roles, enclosingRange };
}

function decodeSymbol(bytes: Uint8Array): SymbolInformation {
  const symbol = { symbol: '', kind: 0, displayName: '', signature: '' };
  const documentation: string[] = [];
  const relationships: Relationship[] = [];
  for (const field of fieldsOf(bytes)) {
    if (field.number === 1) symbol.symbol = textOf(bytesIn(field));
    else if (field.number === 3) documentation.push(textOf(bytesIn(field)));
    else if (field.number === 4) relationships.push(decodeRelationship(bytesIn(field)));
    else if (field.number === 5) symbol.kind = numberIn(field);
    else if (field.number === 6) symbol.displayName = textOf(bytesIn(field));
    else if (field.number === 7)
      for (const part of fieldsOf(bytesIn(field))) if (part.number === 5) symbol.signature = textOf(bytesIn(part));
  }
  return { ...symbol, documentation, relationships };
}

function decodeRelationship(bytes: Uint8Array): Relationship {
  const relationship: Relationship = { symbol: '', isImplementation: false };
  for (const field of fieldsOf(bytes)) {
    if (field.number === 1) relationship.symbol = textOf(bytesIn(field));
    else if (field.number === 3) relationship.isImplementation = numberIn(field) !== 0;
  }
  return relationship;
}
