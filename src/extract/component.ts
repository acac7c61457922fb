/**
 * Extraction of component files (Vue, Svelte, Astro). The scripts and the markup are read as one TypeScript or JavaScript program; only the
 * scripts where the markup does not yield a valid one. The file itself becomes a component: it has the file's name (that of an `index` file
 * is the folder's), and is the default export.
 * Invariant: the component comes first among the definitions.
 */
import type { EmbeddedProgram, Language } from '../languages/language.ts';
import type { Definition } from '../model/definition.ts';
import type { Extraction } from '../model/extraction.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  entityWidth,
  exportForms,
  exportWidth,
  ops,
  siteKinds,
  siteWidth,
  type FileSummary,
} from '../model/file-summary.ts';
import { extractEcmascript } from './ecmascript/ecmascript.ts';
import { linePlaces, locate } from './ecmascript/places.ts';
import { extractByLines } from './lines/line-extractor.ts';

/** Null where the program cannot be parsed. */
export function extractComponent(
  language: Language,
  { path, text }: { path: string; text: string },
  program: EmbeddedProgram,
): Extraction | null {
  const whole = extractProgram(language, program, program.text);
  // Where the markup does not yield a valid program, the scripts are read without it.
  const isMarkupValid = whole !== null && !whole.issues.some(({ code }) => code === 'syntax');
  const extraction = isMarkupValid ? whole : (extractProgram(language, program, program.scripts) ?? whole);
  if (extraction === null) return null;
  const component = componentOf(path, text);
  extraction.definitions.unshift(component);
  if (extraction.summary !== null) {
    extraction.summary = withComponent(extraction.summary, component);
    if (isMarkupValid) markTags(extraction.summary, program);
  }
  const comments = extractByLines(language, program.markup).comments;
  extraction.comments = [...extraction.comments, ...comments].sort((a, b) => a.line - b.line);
  return extraction;
}

function extractProgram(language: Language, { dialect }: EmbeddedProgram, text: string): Extraction | null {
  const { extraction, issues } = extractEcmascript(language, `.${dialect}`, text);
  if (extraction !== null) extraction.issues = issues;
  return extraction;
}

/** The definition of the component, named after the file; for an `index`, after the folder. */
function componentOf(path: string, text: string): Definition {
  const names = path.split('/');
  const stem = (names.at(-1) ?? '').replace(/\.[^.]*$/, '');
  const name = /^index$/i.test(stem) ? (names.at(-2) ?? stem) : stem;
  const lines = text.split('\n');
  return {
    ...{ name, kind: 'component', container: null, exported: true, docstring: null, decorators: [], signature: null },
    ...{ line: 1, column: 1, startLine: 1, startColumn: 1 },
    ...{ endLine: lines.length, endColumn: (lines.at(-1) ?? '').length + 1 },
  };
}

/** A file summary in which the component is the default export. The scripts' own default export becomes the component's value. */
function withComponent(summary: FileSummary, { name }: Definition): FileSummary {
  const extended = new ExtendedSummary(summary);
  const value = extended.exportedValue();
  const implemented = value === 0 ? 0 : entityFlags.implemented;
  const flags = entityFlags.exported | entityFlags.constant | implemented;
  const component = extended.declare(extended.string(name), { flags, value, definition: 0 });
  extended.exportDefault(component);
  for (const member of extended.optionMembers(value)) extended.declareMember(member);
  return extended.toSummary();
}

/** Component options that declare names for the markup. */
const options: ReadonlySet<string> = new Set(['methods', 'computed', 'data', 'props', 'setup', 'asyncData', 'fetch']);

/** A file summary that can be extended. */
class ExtendedSummary {
  readonly #summary: FileSummary;
  readonly #strings: string[];
  readonly #nodes: number[];
  readonly #entities: number[];
  readonly #exports: number[];
  /** Members by their owner, in order, without parameters. */
  readonly #members = new Map<number, number[]>();
  /** Names declared at the top of the file. */
  readonly #atTop = new Set<number>();

  constructor(summary: FileSummary) {
    this.#summary = summary;
    this.#strings = [...summary.strings];
    this.#nodes = [...summary.nodes];
    this.#entities = [...summary.entities];
    this.#exports = [...summary.exports];
    // The component comes first among the definitions, so the index of each other definition grows by one.
    for (let at = entityFields.definition; at < this.#entities.length; at += entityWidth)
      if (this.#entities[at] !== -1) this.#entities[at]!++;
    for (let entity = 0; entity < this.#entities.length / entityWidth; entity++) this.#record(entity);
  }

  /** Records an entity as a member of its parent, or as a name at the top of the file. */
  #record(entity: number): void {
    const parent = this.#field(entity, entityFields.parent);
    if (parent === -1 && this.#field(entity, entityFields.scope) === 0)
      this.#atTop.add(this.#field(entity, entityFields.name));
    if (parent === -1 || this.#field(entity, entityFields.kind) === entityKinds.parameter) return;
    const siblings = this.#members.get(parent);
    if (siblings === undefined) this.#members.set(parent, [entity]);
    else siblings.push(entity);
  }

  toSummary(): FileSummary {
    return {
      ...this.#summary,
      strings: this.#strings,
      nodes: Int32Array.from(this.#nodes),
      entities: Int32Array.from(this.#entities),
      exports: Int32Array.from(this.#exports),
      global: false,
    };
  }

  /** The index of a string, which is added if it is new. */
  string(text: string): number {
    const index = this.#strings.indexOf(text);
    return index === -1 ? this.#strings.push(text) - 1 : index;
  }

  #node(...parts: number[]): number {
    return this.#nodes.push(...parts) - parts.length;
  }

  #field(entity: number, field: number): number {
    return this.#entities[entity * entityWidth + field]!;
  }

  #name(entity: number): string {
    return this.#strings[this.#field(entity, entityFields.name)]!;
  }

  /** Declares a variable at the top of the file. @returns its entity */
  declare(name: number, fields: Partial<Record<keyof typeof entityFields, number>>): number {
    const row: Partial<Record<keyof typeof entityFields, number>> = {
      ...{ name, kind: entityKinds.variable, line: 1, column: 1, parent: -1 },
      ...{ ownScope: -1, definition: -1, assignedTo: -1, ...fields },
    };
    const entity = this.#entities.length / entityWidth;
    for (let field = 0; field < entityWidth; field++) this.#entities.push(0);
    for (const [field, number] of Object.entries(row))
      this.#entities[entity * entityWidth + entityFields[field as keyof typeof entityFields]] = number;
    this.#record(entity);
    return entity;
  }

  /** Index of the default export among the exports; -1 for none. */
  #defaultExport(): number {
    const name = this.#strings.indexOf('default');
    return this.#exports.findIndex((one, at) => at % exportWidth === 0 && one === name);
  }

  /** The node of the scripts' default export; 0 for none. */
  exportedValue(): number {
    const at = this.#defaultExport();
    if (at === -1) return 0;
    const [form, a, b] = [this.#exports[at + 1]!, this.#exports[at + 2]!, this.#exports[at + 3]!];
    if (form === exportForms.own) {
      if (a === -1) return b;
      // `export default defineComponent({ … })` exports a variable, whose value is the call.
      const isVariable = this.#field(a, entityFields.kind) === entityKinds.variable;
      return isVariable ? this.#field(a, entityFields.value) : this.#node(ops.entity, a);
    }
    return form === exportForms.local ? this.#node(ops.name, a, 0) : 0;
  }

  /** Makes an entity the default export, in place of the scripts' own. */
  exportDefault(entity: number): void {
    const index = this.#defaultExport();
    const at = index === -1 ? this.#exports.length : index;
    this.#exports.splice(at, exportWidth, this.string('default'), exportForms.own, entity, 0);
  }

  /** The entity of a node: an object literal or a function. For a call (`defineComponent({ … })`), that of its first argument. -1 for none. */
  #entityAt(node: number): number {
    const op = this.#nodes[node];
    if (op === ops.entity) return this.#nodes[node + 1]!;
    const list = op === ops.call ? this.#nodes[node + 2]! : 0;
    return list !== 0 && this.#nodes[list + 1]! > 0 ? this.#entityAt(this.#nodes[list + 2]!) : -1;
  }

  #membersOf(owner: number): readonly number[] {
    return this.#members.get(owner) ?? [];
  }

  /** Members of a component's options that its markup may use. @param node of the component's value */
  optionMembers(node: number): number[] {
    const component = node === 0 ? -1 : this.#entityAt(node);
    if (component === -1) return [];
    return this.#membersOf(component)
      .filter((member) => options.has(this.#name(member)))
      .flatMap((member) => {
        // The members are those of an object (`methods: { … }`), or of the object that a function returns (`data() { return { … } }`).
        const option = this.#entityAt(this.#field(member, entityFields.value));
        const isFunction = option !== -1 && this.#field(option, entityFields.kind) === entityKinds.function;
        const owner = isFunction ? this.#entityAt(this.#field(option, entityFields.value)) : option;
        return owner === -1 ? [] : this.#membersOf(owner);
      });
  }

  /** Declares a variable at the top of the file whose value is a member, unless its name is already declared there. */
  declareMember(member: number): void {
    const name = this.#field(member, entityFields.name);
    if (this.#atTop.has(name)) return;
    this.declare(name, {
      flags: entityFlags.alias,
      value: this.#node(ops.entity, member),
      line: this.#field(member, entityFields.line),
      column: this.#field(member, entityFields.column),
    });
  }
}

/** Gives the reference sites of tags the kind `render`. */
function markTags({ sites }: FileSummary, { text, tags }: EmbeddedProgram): void {
  if (tags.length === 0) return;
  const places = linePlaces(text);
  const tagPlaces = new Set(
    tags.map((offset) => {
      locate(places, offset);
      return `${places.line}:${places.column}`;
    }),
  );
  for (let site = 0; site < sites.length; site += siteWidth)
    if (tagPlaces.has(`${sites[site + 2]}:${sites[site + 3]}`)) sites[site] = siteKinds.render;
}
