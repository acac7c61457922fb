/**
 * Converts the result of a plugin's `extract`. Invariant: whatever the plugin returns, the result is valid: places are in the file, definitions
 * are in order, kinds are known. Invalid entries are dropped and counted.
 */
import { definitionKinds, type Definition, type DefinitionKind } from '../model/definition.ts';
import { emptyExtraction, type Comment, type Extraction } from '../model/extraction.ts';
import type { Import, ImportType } from '../model/import.ts';
import { referenceKinds, type Reference, type ReferenceKind } from '../model/reference.ts';

/** Limits of one result; lengths in characters. */
const maxEntries = 100_000;
const maxNameLength = 500;
const maxDocstringLength = 1000;
const maxSignatureLength = 200;
const maxReceiverLength = 80;
const maxContainerLength = 200;

const definitionKindSet: ReadonlySet<unknown> = new Set(definitionKinds);
const referenceKindSet: ReadonlySet<unknown> = new Set(referenceKinds);
const importTypes: ReadonlySet<unknown> = new Set(['local', 'external', 'builtin']);

type Fields = Readonly<Record<string, unknown>>;

/** Reads the entries of one result, with the lines of the file. */
class Reader {
  readonly #lines: readonly string[];
  /** Number of invalid entries. */
  invalidCount = 0;

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  /** The results of `read` for the valid entries; `read` returns null for an invalid entry. */
  readEach<T>(entries: unknown, read: (entry: Fields) => T | null): T[] {
    if (entries === undefined || entries === null) return [];
    if (!Array.isArray(entries)) {
      this.invalidCount++;
      return [];
    }
    const valid: T[] = [];
    for (const entry of (entries as unknown[]).slice(0, maxEntries)) {
      const one = typeof entry === 'object' && entry !== null ? read(entry as Fields) : null;
      if (one === null) this.invalidCount++;
      else valid.push(one);
    }
    this.invalidCount += Math.max(0, entries.length - maxEntries);
    return valid;
  }

  /** Null for a number that is not a line of the file. */
  line(value: unknown): number | null {
    return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= this.#lines.length ? Number(value) : null;
  }

  width(line: number): number {
    return this.#lines[line - 1]!.replace(/\r$/, '').length;
  }

  indent(line: number): number {
    const text = this.#lines[line - 1]!;
    return text.length - text.trimStart().length;
  }

  /** The column of a name: as given, otherwise its first place in the line, otherwise the first column. */
  column(value: unknown, line: number, name: string): number {
    if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= this.width(line) + 1) return Number(value);
    return Math.max(0, this.#lines[line - 1]!.indexOf(name)) + 1;
  }
}

function cutText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string' || value === '') return null;
  return value.length <= maxLength ? value : value.slice(0, maxLength);
}

/** The trimmed name; null if it is empty, too long or has more than one line. */
function nameOf(value: unknown): string | null {
  const name = typeof value === 'string' ? value.trim() : '';
  return name === '' || name.length > maxNameLength || /[\0\r\n]/.test(name) ? null : name;
}

function readDefinition(reader: Reader, fields: Fields): Definition | null {
  const [name, line] = [nameOf(fields['name']), reader.line(fields['line'])];
  if (name === null || line === null || !definitionKindSet.has(fields['kind'])) return null;
  const startLine = Math.min(line, reader.line(fields['startLine']) ?? line);
  const endLine = Math.max(line, reader.line(fields['endLine']) ?? line);
  return {
    name,
    kind: fields['kind'] as DefinitionKind,
    container: fields['container'] === undefined ? null : cutText(fields['container'], maxContainerLength),
    line,
    column: reader.column(fields['column'], line, name),
    startLine,
    startColumn: 1,
    endLine,
    endColumn: 1,
    exported: fields['exported'] !== false,
    docstring: cutText(fields['docstring'], maxDocstringLength),
    decorators: [],
    signature: cutText(
      typeof fields['signature'] === 'string' ? fields['signature'].replaceAll(/\s+/g, ' ').trim() : null,
      maxSignatureLength,
    ),
  };
}

function bySpan(a: Definition, b: Definition): number {
  return a.startLine - b.startLine || b.endLine - a.endLine || a.startColumn - b.startColumn || a.column - b.column;
}

/** A stack of the definitions that contain a line. Definitions are pushed in the order of their lines, each after `enclosing` of its first line. */
class Nesting {
  readonly #open: { definition: Definition; index: number }[] = [];

  /** The innermost definition that contains a line, and its index; -1 for none. Lines must be asked for in order. */
  enclosing(line: number): { definition: Definition | null; index: number } {
    while (this.#open.length > 0 && this.#open.at(-1)!.definition.endLine < line) this.#open.pop();
    return this.#open.at(-1) ?? { definition: null, index: -1 };
  }

  push(definition: Definition, index: number): void {
    this.#open.push({ definition, index });
  }
}

function qualified({ container, name }: Definition): string {
  return (container === null ? name : `${container}.${name}`).slice(-maxContainerLength);
}

/**
 * Repairs spans that overlap without nesting: the earlier one is cut to end before the later one. If the name of the earlier one is in
 * the common part, the later span is reduced to the line of its name instead. Returns the same definitions in order.
 */
function withoutOverlaps(definitions: Definition[]): Definition[] {
  const open: Definition[] = [];
  for (const definition of definitions.sort(bySpan)) {
    let outer = open.at(-1);
    while (outer !== undefined && outer.endLine < definition.endLine) {
      if (outer.endLine >= definition.startLine) {
        if (outer.line >= definition.startLine) break;
        outer.endLine = definition.startLine - 1;
      }
      open.pop();
      outer = open.at(-1);
    }
    if (outer === undefined || outer.endLine >= definition.endLine) open.push(definition);
    else definition.startLine = definition.endLine = definition.line;
  }
  return definitions.sort(bySpan);
}

/** Sets the container of each definition, unless the plugin gave one. */
function setContainers(definitions: readonly Definition[], withContainer: ReadonlySet<Definition>): void {
  const nesting = new Nesting();
  for (const [index, definition] of definitions.entries()) {
    const { definition: outer } = nesting.enclosing(definition.startLine);
    // Of two definitions with the same lines neither contains the other.
    const isInside = outer !== null && (outer.startLine < definition.startLine || outer.endLine > definition.endLine);
    if (isInside && !withContainer.has(definition)) definition.container = qualified(outer);
    nesting.push(definition, index);
  }
}

/** Sets the columns where the spans start and end. */
function setColumns(reader: Reader, definitions: readonly Definition[]): void {
  for (const definition of definitions) {
    definition.startColumn = reader.indent(definition.startLine) + 1;
    definition.endColumn = reader.width(definition.endLine) + 1;
  }
}

function readReference(reader: Reader, fields: Fields): Reference | null {
  const [name, line] = [nameOf(fields['name']), reader.line(fields['line'])];
  if (name === null || line === null || !referenceKindSet.has(fields['kind'])) return null;
  return {
    name,
    kind: fields['kind'] as ReferenceKind,
    receiver: cutText(fields['receiver'], maxReceiverLength),
    line,
    column: reader.column(fields['column'], line, name),
    container: -1,
  };
}

function readImport(reader: Reader, fields: Fields): Import | null {
  const [module, line] = [nameOf(fields['module']), reader.line(fields['line'])];
  if (module === null || line === null) return null;
  const type = importTypes.has(fields['type']) ? (fields['type'] as ImportType) : null;
  const names = Array.isArray(fields['names']) ? (fields['names'] as unknown[]).map(nameOf) : [];
  return {
    module,
    type: type ?? (/^\.{0,2}\//.test(module) ? 'local' : 'external'),
    names: names.flatMap((name) => (name === null ? [] : [{ name, alias: null }])),
    alias: nameOf(fields['alias']),
    isDynamic: false,
    isReexport: false,
    isTypeOnly: false,
    line,
    column: reader.indent(line) + 1,
  };
}

function readComment(reader: Reader, fields: Fields): Comment | null {
  const line = reader.line(fields['line']);
  if (line === null || typeof fields['text'] !== 'string') return null;
  return { text: fields['text'], line, endLine: Math.max(line, reader.line(fields['endLine']) ?? line) };
}

/** @param answer what the plugin's function returned */
export function readExtraction(answer: unknown, source: string): Extraction {
  const result = emptyExtraction();
  const fields: Fields = typeof answer === 'object' && answer !== null ? (answer as Fields) : {};
  const reader = new Reader(source);
  const withContainer = new Set<Definition>();
  const inOrder = <T extends { line: number; column?: number }>(entries: T[]): T[] =>
    entries.sort((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0));
  const definitions = reader.readEach(fields['definitions'], (entry) => {
    const definition = readDefinition(reader, entry);
    if (definition !== null && entry['container'] !== undefined) withContainer.add(definition);
    return definition;
  });
  result.definitions = withoutOverlaps(definitions);
  setColumns(reader, result.definitions);
  setContainers(result.definitions, withContainer);
  result.references = inOrder(reader.readEach(fields['references'], (entry) => readReference(reader, entry)));
  result.imports = inOrder(reader.readEach(fields['imports'], (entry) => readImport(reader, entry)));
  result.comments = inOrder(reader.readEach(fields['comments'], (entry) => readComment(reader, entry)));
  setReferenceContainers(result);
  // An answer that is not an object counts as one invalid entry.
  if (answer !== fields) reader.invalidCount++;
  if (reader.invalidCount > 0) {
    const message = `${reader.invalidCount} entries of the plugin's answer are invalid and left out`;
    result.issues.push({ code: 'internal', message, line: null });
  }
  return result;
}

/** Sets the container of each reference: the innermost definition that contains its line. */
function setReferenceContainers({ definitions, references }: Extraction): void {
  const nesting = new Nesting();
  let next = 0;
  for (const reference of references) {
    for (; next < definitions.length && definitions[next]!.startLine <= reference.line; next++) {
      nesting.enclosing(definitions[next]!.startLine);
      nesting.push(definitions[next]!, next);
    }
    reference.container = nesting.enclosing(reference.line).index;
  }
}
