/**
 * Generates what the module of ECMAScript trees (src/kernels/ecmascript) knows of the native parser's memory: a class
 * for each type of node, and a reader for each structure. Both are derived from oxc-parser's reader for its own trees
 * (`syntax-structures.ts`). Irregular structures have readers written by hand (`special-nodes/`; `syntax-specials.ts`).
 */
import { globSync, readFileSync } from 'node:fs';
import { at } from './repository.ts';
import {
  classesByHand,
  classesOfTypes,
  patternClasses,
  readersByHand,
  renamedFields,
  unmadeTypes,
  unusedFields,
  wordOf,
} from './syntax-specials.ts';
import { Structures, type Case, type Structure, type Value } from './syntax-structures.ts';

/** The layout of nodes in the module's memory. */
interface Layout {
  /** By type number. */
  types: string[];
  words: string[];
  /** The fields of each class with their types, those of the base class first. */
  classes: Map<string, Map<string, string>>;
}

interface Output {
  nodes: string;
  tree: string;
  layout: Layout;
}

/** A file of readers written by hand. */
interface HandWritten {
  /** Relative to the module, without the extension. */
  path: string;
  text: string;
}

type Fields = ReadonlyMap<string, Value>;

/** Offsets that all structures have in common (bytes); `make` of the module reads them. */
const offsets = { start: 0, end: 4 };

function isAtOffsets(fields: Fields): boolean {
  return Object.entries(offsets).every(([name, offset]) => {
    const value = fields.get(name);
    return value?.kind === 'read' && value.reader === 'I32' && value.offset === offset;
  });
}

function constantOf(fields: Fields, name: string): unknown {
  const value = fields.get(name);
  return value?.kind === 'constant' ? value.value : undefined;
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function placeOf(offset: number): string {
  return offset === 0 ? 'at' : `at + ${offset}`;
}

function callOf(reader: string, offset: number): string {
  return `read${reader}(${placeOf(offset)})`;
}

class SyntaxNodes {
  readonly #structures: Structures;
  readonly #byHand: readonly HandWritten[];
  /** Structures for which a reader is generated. */
  readonly #read = new Map<string, Structure>();
  readonly #types: Set<string>;
  readonly #words = new Set<string>();
  /** The own fields of each class with their types. */
  readonly #classes = new Map<string, Map<string, string>>();

  constructor(structures: Structures, byHand: readonly HandWritten[]) {
    this.#structures = structures;
    this.#byHand = byHand;
    for (const [name, fields] of Object.entries(classesByHand))
      this.#classes.set(name, new Map(fields.map((field) => field.split(': ') as [string, string])));
    const classesOfSeveralTypes = new Set(['Pattern', ...Object.values(classesOfTypes)]);
    this.#types = new Set([...this.#classes.keys(), ...unmadeTypes].filter((name) => !classesOfSeveralTypes.has(name)));
    this.#collectAll();
  }

  write(): Output {
    return { nodes: this.#nodesText(), tree: this.#treeText(), layout: this.#layout() };
  }

  /** Collects everything that the hand-written readers use, directly or indirectly. */
  #collectAll(): void {
    const texts = this.#byHand.map(({ text }) => text).join('\n');
    for (const [, word] of texts.matchAll(/\bWord\.([A-Z]\w*)/g)) if (word !== 'None') this.#words.add(word!);
    // The loop over a set also visits elements that are added meanwhile.
    const wanted = new Set([...texts.matchAll(/\bread(\w+)\(/g)].map(([, name]) => name!));
    for (const name of wanted) {
      if (readersByHand[name] !== undefined) continue;
      const structure = this.#structures.get(name);
      this.#read.set(name, structure);
      for (const reader of this.#collect(name, structure)) wanted.add(reader);
    }
  }

  /** Records types, words and fields of a structure. Returns the structures that its reader needs. */
  #collect(name: string, structure: Structure): string[] {
    if (structure.kind === 'choice') return structure.cases.flatMap(({ value }) => this.#collectCase(name, value));
    return structure.kind === 'fields' ? this.#collectFields(structure.fields) : [structure.reader];
  }

  #collectCase(name: string, value: Value): string[] {
    if (value.kind === 'read') return [value.reader];
    const text = value.kind === 'constant' ? String(value.value) : '';
    if (this.#typeOf(name) === 'NodeType') this.#types.add(text);
    else this.#words.add(wordOf(text));
    return [];
  }

  #collectFields(fields: Fields): string[] {
    const name = this.#classOf(fields);
    if (!isAtOffsets(fields)) throw new Error(`oxc-parser's ${name} has its offsets at other places`);
    if (constantOf(fields, 'type') !== undefined) this.#types.add(name);
    const own = this.#classes.get(name) ?? new Map<string, string>();
    this.#classes.set(name, own);
    const baseFields = patternClasses.has(name) ? this.#classes.get('Pattern') : undefined;
    for (const [field, value] of this.#nodeFields(fields)) {
      if (value.kind === 'constant' && typeof value.value === 'string') this.#words.add(wordOf(value.value));
      const type = this.#valueType(value);
      // For a null field, the other readers of the class determine the type.
      if (type !== null && baseFields?.has(field) !== true) addField(own, field, type);
    }
    const values = [fields.get('type')!, ...this.#nodeFields(fields).map(([, value]) => value)];
    return values.flatMap((value) => (value.kind === 'read' ? [value.reader] : []));
  }

  #classOf(fields: Fields): string {
    const type = fields.get('type');
    if (type?.kind === 'read') return classesOfTypes[type.reader]!;
    return constantOf(fields, 'type') as string;
  }

  /** The fields of a node that the module has too, under the module's names. */
  #nodeFields(fields: Fields): [name: string, value: Value][] {
    const className = this.#classOf(fields);
    const isRead = (name: string): boolean => !unusedFields.has(name) && !unusedFields.has(`${className}.${name}`);
    const known = [...fields].filter(([name]) => name !== 'type' && !(name in offsets) && isRead(name));
    return known.map(([name, value]) => [renamedFields[name] ?? name, value]);
  }

  /** The type that a reader returns. */
  #typeOf(name: string): string {
    const known = readersByHand[name];
    if (known !== undefined) return known;
    if (classesOfTypes[name] !== undefined) return 'NodeType';
    const structure = this.#structures.get(name);
    switch (structure.kind) {
      case 'box':
        return this.#typeOf(structure.reader);
      case 'option': {
        const type = this.#typeOf(structure.reader);
        return type === 'Word' || type.endsWith(' | null') ? type : `${type} | null`;
      }
      case 'list':
        return 'List';
      case 'choice':
        return this.#choiceType(structure.cases);
      default:
        return 'Node';
    }
  }

  #choiceType(cases: readonly Case[]): string {
    const types = cases.map(({ value }) => (value.kind === 'read' ? this.#typeOf(value.reader) : 'Word'));
    return types.find((type) => type.endsWith(' | null')) ?? types[0]!;
  }

  /** Null for a value that is always null. */
  #valueType(value: Value): string | null {
    if (value.kind === 'read') return this.#typeOf(value.reader);
    if (value.kind === 'parameters') return 'List';
    if (value.kind === 'comparison' || typeof value.value === 'boolean') return 'bool';
    if (typeof value.value === 'string') return 'Word';
    return value.value === null ? null : 'List';
  }

  /** All fields of a class with their types, those of the base class first. */
  #fieldsOf(name: string): Map<string, string> {
    const own = this.#classes.get(name)!;
    return patternClasses.has(name) ? new Map([...this.#classes.get('Pattern')!, ...own]) : own;
  }

  #layout(): Layout {
    return {
      types: [...this.#types].toSorted(),
      words: ['', ...[...this.#words].toSorted()],
      classes: new Map([...this.#classes.keys()].map((name) => [name, this.#fieldsOf(name)])),
    };
  }

  #reader(name: string, structure: Structure): string {
    return [
      `export function read${name}(at: usize): ${this.#typeOf(name)} {`,
      ...this.#statements(name, structure).map((line) => `  ${line}`),
      '}',
    ].join('\n');
  }

  #statements(name: string, structure: Structure): string[] {
    switch (structure.kind) {
      case 'box':
        return [`return read${structure.reader}(pointer(at));`];
      case 'option': {
        const { reader, bytes, offset, nothing } = structure;
        const none = this.#typeOf(reader) === 'Word' ? 'Word.None' : 'null';
        return [`return load<u${bytes * 8}>(${placeOf(offset)}) === ${nothing} ? ${none} : ${callOf(reader, 0)};`];
      }
      case 'list':
        return [
          'const list = listFor(at);',
          'let from = pointer(at);',
          `for (let index = 0; index < list.length; index++, from += ${structure.bytes}) list.set(index, read${structure.reader}(from));`,
          'return list;',
        ];
      case 'choice':
        return this.#choice(name, structure.cases);
      default:
        return this.#node(structure.fields);
    }
  }

  #choice(name: string, cases: readonly Case[]): string[] {
    const lines = cases.flatMap(({ labels, value }) => [
      ...labels.map((label) => `  case ${label}:`),
      `    return ${this.#caseText(name, value)};`,
    ]);
    return ['switch (load<u8>(at)) {', ...lines, '  default:', '    return unreachable();', '}'];
  }

  #caseText(name: string, value: Value): string {
    if (value.kind === 'constant' && this.#typeOf(name) === 'NodeType') return `NodeType.${String(value.value)}`;
    if (value.kind === 'constant') return `Word.${wordOf(String(value.value))}`;
    return valueText(value);
  }

  #node(fields: Fields): string[] {
    const name = this.#classOf(fields);
    const type = fields.get('type')!;
    const typeText = type.kind === 'read' ? callOf(type.reader, type.offset) : `NodeType.${name}`;
    const types = this.#fieldsOf(name);
    const lines = this.#nodeFields(fields).flatMap(([field, value]) => {
      if (this.#valueType(value) !== null) return `node.${field} = ${valueText(value)};`;
      const declared = types.get(field);
      // A value that is null in every reader is not a field.
      if (declared === undefined) return [];
      return `node.${field} = ${declared === 'Word' ? 'Word.None' : 'null'};`;
    });
    return [`const node = changetype<${name}>(make(${typeText}, offsetof<${name}>(), at));`, ...lines, 'return node;'];
  }

  #nodesText(): string {
    const { types, words } = this.#layout();
    return [
      `/** Types of nodes and their fields: written by scripts/lib/syntax-nodes.ts from the reader of oxc-parser. */`,
      `import { Text } from '../texts';`,
      `import { List, LiteralKind, Node } from '../node-parts';`,
      ``,
      `export { List, LiteralKind, Node };`,
      ``,
      `export const enum NodeType {`,
      ...types.map((type) => `  ${type},`),
      `}`,
      ``,
      `/** The offsets of the lists beside the parser's tree, and the size of an element (bytes). */`,
      ...this.#besideTree().map(([name, bytes]) => `export const ${name}: usize = ${bytes};`),
      ``,
      `/** A word or sign of a fixed set. */`,
      `export const enum Word {`,
      `  /** No word. */`,
      `  None,`,
      ...words.slice(1).map((word) => `  ${word},`),
      `}`,
      ...[...this.#classes]
        .toSorted(byName)
        .flatMap(([name, fields]) => [
          ``,
          `@unmanaged`,
          `export class ${name} extends ${patternClasses.has(name) ? 'Pattern' : 'Node'} {`,
          ...[...fields].map(([field, type]) => `  ${field}: ${type};`),
          `}`,
        ]),
      ``,
    ].join('\n');
  }

  #besideTree(): [name: string, bytes: number][] {
    const structures = this.#structures;
    if (structures.offsetOf('RawTransferData', 'program: deserializeProgram') !== 0)
      throw new Error(`oxc-parser's tree is not the first that it has`);
    return [
      ['commentsAt', structures.offsetOf('RawTransferData', 'comments: deserializeVecComment')],
      ['errorsAt', structures.offsetOf('RawTransferData', 'errors: deserializeVecError')],
      ['errorBytes', structures.bytesOfOne('VecError')],
      ['errorMessageAt', structures.offsetOf('Error', 'message: deserializeStr')],
      ['errorLabelsAt', structures.offsetOf('Error', 'labels: deserializeVecErrorLabel')],
      ['errorSeverityAt', structures.offsetOf('Error', 'severity: deserializeErrorSeverity')],
      ['labelStartAt', structures.offsetOf('ErrorLabel', 'start: deserializeI32')],
      ['directiveBytes', structures.bytesOfOne('VecDirective')],
      ['statementBytes', structures.bytesOfOne('VecStatement')],
      ['parameterBytes', structures.bytesOfOne('VecFormalParameter')],
      ['commentBytes', structures.bytesOfOne('VecComment')],
      ['commentKindAt', structures.offsetOf('Comment', 'type = deserializeCommentKind')],
    ];
  }

  #treeText(): string {
    const readers = [...this.#read].toSorted(byName).map(([name, structure]) => this.#reader(name, structure));
    const all = readers.join('\n\n');
    const importOf = (names: readonly string[], from: string): string[] => {
      const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(all));
      return used.length === 0 ? [] : [`import {\n${used.map((name) => `  ${name},`).join('\n')}\n} from '${from}';`];
    };
    return [
      `/** Readers of the native parser's structures: written by scripts/lib/syntax-nodes.ts from those of oxc-parser. */`,
      `import { List, make, listFor, noNodes, Node, pointer } from '../node-parts';`,
      ...importOf([...this.#classes.keys(), 'NodeType', 'Word'].toSorted(), './nodes'),
      ...this.#byHand.flatMap(({ path, text }) => {
        const names = [...text.matchAll(/^export function (read\w+|parametersOf)\(/gm)].map(([, name]) => name!);
        return importOf(names, `../${path}`);
      }),
      `import { Text } from '../texts';`,
      ``,
      all,
      ``,
    ].join('\n');
  }
}

/** Adds a field to a class. Several readers may make one class; a field that one of these readers lacks may be null. */
function addField(fields: Map<string, string>, name: string, type: string): void {
  const known = fields.get(name);
  if (known === undefined || type === `${known} | null`) fields.set(name, type);
  else if (type !== known && known !== `${type} | null`) throw new Error(`${name}: ${known} or ${type}?`);
}

/** The code that reads a value other than null. */
function valueText(value: Value): string {
  switch (value.kind) {
    case 'read':
      return callOf(value.reader, value.offset);
    case 'parameters':
      return `parametersOf(${placeOf(value.offset)}, ${placeOf(value.selfOffset)})`;
    case 'comparison':
      return `load<u8>(${placeOf(value.offset)}) ${value.operator} ${value.number}`;
    default:
      if (typeof value.value === 'string') return `Word.${wordOf(value.value)}`;
      return typeof value.value === 'boolean' ? String(value.value) : 'noNodes';
  }
}

/** @throws where oxc-parser reads its trees in an unknown way */
export function syntaxNodes(): Output {
  const source = at('node_modules', 'oxc-parser', 'src-js', 'generated', 'deserialize', 'ts.js');
  const folder = at('src', 'kernels', 'ecmascript');
  const files = globSync(['special-nodes/*.ts', 'transfer.ts'], { cwd: folder }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const byHand = files
    .toSorted()
    .map((file) => ({ path: file.replace(/\.ts$/, ''), text: readFileSync(`${folder}/${file}`, 'utf8') }));
  return new SyntaxNodes(new Structures(readFileSync(source, 'utf8')), byHand).write();
}
