/**
 * The state of one walk over an ESTree program, and what every part of it does: visit, define, import.
 * Invariants: a definition comes before those inside it; nesting beyond `maxDepth` throws `TooDeep` instead of overflowing the stack.
 */
import type { Node } from 'oxc-parser';
import type { Definition, DefinitionKind } from '../model/definition.ts';
import type { Import, ImportedName, ImportType } from '../model/import.ts';
import { docAbove, type Docs } from './ecmascript-docs.ts';
import { locate, type Places } from './ecmascript-places.ts';
import { maxSignature, withoutComments } from './text.ts';

/** Nodes within each other. Real code stays below 200; at some 500 bytes a node, half of a main thread's stack. */
const maxDepth = 900;

/** The tree is deeper than the walk follows. */
export class TooDeep extends Error {}

/** The nodes that may have a type; some interfaces of the parser stand for several. */
export type NodeOf<Type extends Node['type']> = Node extends infer One
  ? One extends Node
    ? Type extends One['type']
      ? One
      : never
    : never
  : never;
/** What to do with a node of a type; null where there is nothing inside. */
export type Handlers = { [Type in Node['type']]: ((walk: Walk, node: NodeOf<Type>) => void) | null };

/** Whether a definition is exported: by its own `export`, by a list (`export { a }`), or with what it belongs to. */
export const visibilities = { hidden: 0, exported: 1, listed: 2, inherited: 3 } as const;
export type Visibility = (typeof visibilities)[keyof typeof visibilities];

/** What the walk knows of a definition beyond its record. */
interface DefinitionFacts {
  parent: number;
  visibility: Visibility;
  /** Dotted name with everything around it. */
  path: string;
}

/** The names under which the module of one `import()` or `require()` is bound. */
export interface Binding {
  request: Node;
  names: ImportedName[];
  alias: string | null;
}

export interface Walk {
  readonly text: string;
  readonly places: Places;
  readonly docs: Docs;
  readonly handlers: ReadonlyMap<string, (walk: Walk, node: Node) => void>;
  readonly classify: (module: string) => ImportType;
  readonly definitions: Definition[];
  readonly facts: DefinitionFacts[];
  /** Definitions at the top of the file by name: what `export { a }` and `Foo.prototype.x` mean. */
  readonly topLevel: Map<string, number[]>;
  /** Local names that an export list, `export default a` or `module.exports` lets out. */
  readonly exportedNames: Set<string>;
  readonly imports: Import[];
  /** Index of the definition that is walked; -1 at top level. */
  current: number;
  /** Everything in the file is a declaration for the compiler (`.d.ts`). */
  readonly declarationFile: boolean;
  /** The function that is walked returns an element. */
  rendersElement: boolean;
  binding: Binding | null;
  depth: number;
}

export function visit(walk: Walk, node: Node | null | undefined): void {
  if (node === null || node === undefined) return;
  const { type } = node;
  // The two that are most of every tree.
  if (type === 'Literal') return;
  if (type === 'Identifier') {
    if (node.typeAnnotation) visit(walk, node.typeAnnotation);
    return;
  }
  const handler = walk.handlers.get(type);
  if (handler === undefined) return;
  if (++walk.depth > maxDepth) throw new TooDeep();
  handler(walk, node);
  walk.depth--;
}

export function visitAll(walk: Walk, nodes: readonly (Node | null)[]): void {
  for (let i = 0; i < nodes.length; i++) visit(walk, nodes[i]);
}

export interface DefinitionDraft {
  name: string;
  kind: DefinitionKind;
  /** Offset of the name. */
  at: number;
  start: number;
  end: number;
  signature: string | null;
  visibility: Visibility;
  decorators?: string[];
  /** Index of what it belongs to, when that is not the definition that is walked; -1 for nothing. */
  parent?: number;
  /** Its container when no definition of this file has that name. */
  container?: string;
}

/** A container of thousands of nested names is cut to its innermost part. */
const maxContainer = 300;
/** Longer names are cut: they are data, not names. */
const maxName = 300;

/** Adds a definition and gives its index. */
export function define(walk: Walk, draft: DefinitionDraft): number {
  const name = draft.name.slice(0, maxName);
  const { places } = walk;
  const parent = draft.parent ?? walk.current;
  const container = draft.container ?? (parent === -1 ? null : walk.facts[parent]!.path);
  locate(places, draft.start);
  const { line: startLine, column: startColumn } = places;
  locate(places, draft.at);
  const { line, column } = places;
  locate(places, draft.end);
  const index = walk.definitions.length;
  walk.definitions.push({
    name,
    kind: draft.kind,
    container,
    line,
    column,
    startLine,
    startColumn,
    endLine: places.line,
    endColumn: places.column,
    exported: false,
    docstring: docAbove(walk.docs, draft.start),
    decorators: draft.decorators ?? [],
    signature: draft.signature,
  });
  const path = container === null ? name : `${container}.${name}`;
  walk.facts.push({
    parent,
    visibility: draft.visibility,
    path: path.length <= maxContainer ? path : `…${path.slice(-maxContainer)}`,
  });
  return index;
}

/** Remembers a definition at the top of the file under its name. */
export function nameTopLevel(walk: Walk, index: number): void {
  const { name } = walk.definitions[index]!;
  const known = walk.topLevel.get(name);
  if (known === undefined) walk.topLevel.set(name, [index]);
  else known.push(index);
}

/** The signature between two offsets: white space folded, comments cut out, what leads to a body or ends a statement cut off. */
export function signatureBetween({ text, docs }: Walk, start: number, end: number): string | null {
  let from = start;
  while (from < end && text.charCodeAt(from) <= 32) from++;
  if (end <= from) return null;
  const last = Math.min(end, from + maxSignature * 8);
  const shape = shapeOf(text, from, last);
  if (shape === 'plain') return withoutEnd(text.slice(from, last));
  return withoutEnd(foldSignature(shape === 'comments' ? withoutComments(docs, from, last) : text.slice(from, last)));
}

/** Whether a text has white space to fold, or what may be comments. */
function shapeOf(text: string, start: number, end: number): 'plain' | 'long' | 'comments' {
  let plain = end - start <= maxSignature;
  let before = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || (code === 32 && before === 32)) plain = false;
    else if (before === 47 && (code === 47 || code === 42)) return 'comments';
    before = code;
  }
  return plain ? 'plain' : 'long';
}

/**
 * White space folded; lists on lines of their own lose their blanks and their last comma. At most `maxSignature` characters.
 * What is put together is not read again: it would be copied into one piece each time.
 */
function foldSignature(text: string): string {
  const { length } = text;
  let result = '';
  let from = 0;
  let last = 0;
  for (let i = 0; i <= length && result.length <= maxSignature; i++) {
    if (text.charCodeAt(i) > 32) continue;
    const before = i > from ? text.charCodeAt(i - 1) : last;
    const end = i;
    while (i < length && text.charCodeAt(i) <= 32) i++;
    const next = text.charCodeAt(i);
    const closes = next === 41 || next === 93;
    const part = text.slice(from, closes && before === 44 ? end - 1 : end);
    last = before;
    if (closes || next === 44 || before === 40 || before === 91) result += part;
    else {
      result += `${part} `;
      last = 32;
    }
    from = i;
  }
  result += text.slice(from);
  return result.length <= maxSignature ? result : `${result.slice(0, maxSignature - 1).trimEnd()}…`;
}

/** Without `=>`, `{`, `;` or `,` at the end; null when nothing is left. */
function withoutEnd(signature: string): string | null {
  let end = signature.length;
  while (end > 0 && signature.charCodeAt(end - 1) <= 32) end--;
  const last = signature.charCodeAt(end - 1);
  if (last === 123 || last === 59 || last === 44) end--;
  else if (last === 62 && signature.charCodeAt(end - 2) === 61) end -= 2;
  while (end > 0 && signature.charCodeAt(end - 1) <= 32) end--;
  return end === 0 || (end === 1 && signature === '=') ? null : signature.slice(0, end);
}

export function addImport(walk: Walk, at: number, module: string, rest: Partial<Import>): void {
  if (module === '' || module.length > 1000) return;
  const { places } = walk;
  locate(places, at);
  walk.imports.push({
    module,
    type: walk.classify(module),
    names: rest.names ?? [],
    alias: rest.alias ?? null,
    isDynamic: rest.isDynamic ?? false,
    isReexport: rest.isReexport ?? false,
    isTypeOnly: rest.isTypeOnly ?? false,
    line: places.line,
    column: places.column,
  });
}

/** Settles which definitions are exported, once the whole file is known. */
export function settleExports(walk: Walk): void {
  const settled = new Array<boolean | null>(walk.facts.length).fill(null);
  const settle = (index: number): boolean => {
    const known = settled[index]!;
    if (known !== null) return known;
    // A definition that belongs to itself by some cycle of names is hidden.
    settled[index] = false;
    const { visibility, parent } = walk.facts[index]!;
    let exported = visibility === visibilities.exported;
    if (visibility === visibilities.listed) exported = walk.exportedNames.has(walk.definitions[index]!.name);
    else if (visibility === visibilities.inherited) exported = parent !== -1 && settle(parent);
    settled[index] = exported;
    return exported;
  };
  for (let index = 0; index < settled.length; index++) walk.definitions[index]!.exported = settle(index);
}
