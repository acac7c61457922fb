/**
 * Reads definitions and imports from the tables of the WebAssembly module (`kernels/ecmascript/definitions/records.ts`).
 * Invariant: the results stay valid when the module reads another text.
 */
import { definitionKinds, type Definition } from '../../model/definition.ts';
import type { Import, ImportedName, ImportType } from '../../model/import.ts';
import { readCodeUnits } from '../../util/words/code-units.ts';
import { docAbove, type Docs } from './docs.ts';
import { decoratorName, signatureBetween } from './signatures.ts';

/** The exports of the module that this file uses; addresses are in bytes. */
export interface RecordModule {
  definitionTable(): number;
  definitionCount(): number;
  importTable(): number;
  importCount(): number;
  decoratorTable(): number;
  nameTable(): number;
  textTable(): number;
}

/** The module's memory after a walk, and the text whose tree was walked. */
export interface RecordSource {
  module: RecordModule;
  numbers: Int32Array;
  bytes: Buffer;
  text: string;
}

/** Indexes of the fields of a definition. */
const definition = {
  name: 0,
  kind: 1,
  parent: 2,
  container: 3,
  line: 4,
  column: 5,
  startLine: 6,
  startColumn: 7,
  endLine: 8,
  endColumn: 9,
  exported: 10,
  start: 11,
  signature: 12,
  signatureStart: 13,
  signatureEnd: 14,
  decorators: 15,
  decoratorCount: 16,
} as const;

/** Indexes of the fields of an import. */
const imported = { module: 0, alias: 1, names: 2, nameCount: 3, flags: 4, line: 5, column: 6 } as const;
const flags = { dynamic: 1, reexport: 2, typeOnly: 4 } as const;

/** How to make a signature from the text between two offsets. */
const signatures = { none: 0, between: 1, parameter: 2 } as const;

/** Maximum length of a container (characters). A longer one is cut to its innermost part. */
const maxContainer = 300;

/** A text of the module's table: a range of the source, or bytes of the module. */
function textAt({ numbers, bytes, text }: RecordSource, texts: number, index: number): string {
  const place = numbers[texts + index * 2]!;
  const length = numbers[texts + index * 2 + 1]!;
  if (place >= 0) return text.slice(place, place + length);
  return textOf(bytes, ~place, ~place + length);
}

/** Decodes a text of the module: UTF-8, with lone surrogates as three bytes. */
export function textOf(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  return text.includes('\uFFFD') ? wideText(bytes, start, end) : text;
}

/** Decodes a text that may contain lone surrogates. */
function wideText(bytes: Buffer, start: number, end: number): string {
  let text = '';
  let from = start;
  for (let at = start; at < end; at++) {
    // Only surrogates begin with these two bytes.
    if (bytes[at] !== 0xed || bytes[at + 1]! < 0xa0) continue;
    text += bytes.toString('utf8', from, at) + readCodeUnits(bytes, at, at + 3);
    from = at + 3;
  }
  return text + bytes.toString('utf8', from, end);
}

/** @param docs comments of the same text, which are removed from signatures, and from which docstrings are taken */
export function readDefinitions(source: RecordSource, docs: Docs): Definition[] {
  const { module, numbers } = source;
  const count = module.definitionCount();
  const table = module.definitionTable() >>> 2;
  const decorators = module.decoratorTable() >>> 2;
  const texts = module.textTable() >>> 2;
  const definitions = new Array<Definition>(count);
  // Qualified names with all containers. A parent comes before its children.
  const paths = new Array<string>(count);
  for (let index = 0; index < count; index++) {
    const at = numbers[table + index]! >>> 2;
    const name = textAt(source, texts, numbers[at + definition.name]!);
    const parent = numbers[at + definition.parent]!;
    const ownContainer = numbers[at + definition.container]!;
    let container = parent === -1 ? null : paths[parent]!;
    if (ownContainer !== -1) container = textAt(source, texts, ownContainer);
    const path = container === null ? name : `${container}.${name}`;
    paths[index] = path.length <= maxContainer ? path : `…${path.slice(-maxContainer)}`;
    definitions[index] = {
      name,
      kind: definitionKinds[numbers[at + definition.kind]!]!,
      container,
      line: numbers[at + definition.line]!,
      column: numbers[at + definition.column]!,
      startLine: numbers[at + definition.startLine]!,
      startColumn: numbers[at + definition.startColumn]!,
      endLine: numbers[at + definition.endLine]!,
      endColumn: numbers[at + definition.endColumn]!,
      exported: numbers[at + definition.exported] === 1,
      docstring: docAbove(docs, numbers[at + definition.start]!),
      decorators: decoratorsOf(source, decorators, at),
      signature: signatureOf(numbers, docs, at),
    };
  }
  return definitions;
}

function decoratorsOf({ numbers, text }: RecordSource, table: number, at: number): string[] {
  const names: string[] = [];
  const end = table + (numbers[at + definition.decorators]! + numbers[at + definition.decoratorCount]!) * 2;
  for (let from = table + numbers[at + definition.decorators]! * 2; from < end; from += 2)
    names.push(decoratorName(text, numbers[from]!, numbers[from + 1]!));
  return names;
}

function signatureOf(numbers: Int32Array, docs: Docs, at: number): string | null {
  const form = numbers[at + definition.signature]!;
  if (form === signatures.none) return null;
  const start = numbers[at + definition.signatureStart]!;
  const end = numbers[at + definition.signatureEnd]!;
  return form === signatures.between ? signatureBetween(docs, start, end) : `(${docs.text.slice(start, end)})`;
}

export function readImports(source: RecordSource, classify: (module: string) => ImportType): Import[] {
  const { module: records, numbers } = source;
  const count = records.importCount();
  const table = records.importTable() >>> 2;
  const names = records.nameTable() >>> 2;
  const texts = records.textTable() >>> 2;
  const imports = new Array<Import>(count);
  for (let index = 0; index < count; index++) {
    const at = numbers[table + index]! >>> 2;
    const module = textAt(source, texts, numbers[at + imported.module]!);
    const alias = numbers[at + imported.alias]!;
    const marks = numbers[at + imported.flags]!;
    imports[index] = {
      module,
      type: classify(module),
      names: namesOf(source, names + numbers[at + imported.names]! * 2, numbers[at + imported.nameCount]!),
      alias: alias === -1 ? null : textAt(source, texts, alias),
      isDynamic: (marks & flags.dynamic) !== 0,
      isReexport: (marks & flags.reexport) !== 0,
      isTypeOnly: (marks & flags.typeOnly) !== 0,
      line: numbers[at + imported.line]!,
      column: numbers[at + imported.column]!,
    };
  }
  return imports;
}

function namesOf(source: RecordSource, from: number, count: number): ImportedName[] {
  const texts = source.module.textTable() >>> 2;
  const names = new Array<ImportedName>(count);
  for (let index = 0; index < count; index++) {
    const alias = source.numbers[from + index * 2 + 1]!;
    const name = textAt(source, texts, source.numbers[from + index * 2]!);
    names[index] = { name, alias: alias === -1 ? null : textAt(source, texts, alias) };
  }
  return names;
}
