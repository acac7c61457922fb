/** The state of one walk over a Python file, and what every part of it does. */
import { placeOf, type Place } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, entityFlags, entityKinds, ops, primitives } from '../../../model/file-summary.ts';
import { codes } from '../parse/codes.ts';
import type { PythonNode } from '../parse/node.ts';
import { bindingFrame, bindingOf, type Binding, type Frame } from './frames.ts';

export { placeOf, type Place } from '../../collecting.ts';

/** An assignment to an attribute, kept until the file's end: what `__init__` assigns declares it. */
export interface AttributeWrite {
  target: number;
  name: string;
  value: number;
  place: Place;
  scope: number;
  /** Class whose attribute it is; null when that is not known here. */
  owner: Frame | null;
  isInitial: boolean;
  /** Whether it may declare the attribute: its object is of this file. */
  declares: boolean;
}

/** What a file's `__all__` gives. */
export interface ListedNames {
  names: Set<string>;
  /** Specifiers of modules whose own lists belong to it, by index. */
  modules: Set<number>;
  /** Something in it is not known here. */
  isOpen: boolean;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  frame: Frame;
  /** Where names are looked up: the frame's scope, or a block in it that narrows a variable. */
  scope: number;
  depth: number;
  /** By code; 0 for what was not needed yet. */
  readonly primitiveNodes: number[];
  /** Entities of functions and classes by offset of their definition. */
  readonly declared: Map<number, number>;
  readonly attributeWrites: AttributeWrite[];
  /** Paths of modules that `import a.b.c` makes known under their whole names. */
  readonly dottedImports: Set<string>;
  /** Where statements start that open a module in a branch. */
  readonly starsInBranches: Set<number>;
  /** Modules of imports, as they are written, by entity. */
  readonly importedFrom: Map<number, string>;
  /** Local variables have sites too. */
  readonly everySite: boolean;
  /** `a.b` where the file is that package; null for a module that is no package. */
  readonly packagePath: string | null;
  /** It has a `from module import *`. */
  opensModules: boolean;
  /** Its `__all__`; null when it has none. */
  listed: ListedNames | null;
  /** Type variables that an annotation names, while somebody gathers them. */
  typeVariables: number[] | null;
  /** What tests say of attributes, by the path as it is written, by the scope where they hold. */
  readonly narrowedPaths: Map<number, ReadonlyMap<string, number>>;
  /** The file tests classes of variables. */
  readonly mayNarrow: boolean;
  /** The method by which what the `with` around names is entered. */
  enters: '__enter__' | '__aenter__';
  /** It may have types in comments. */
  readonly hasTypeComments: boolean;
  /** Visits a statement or an expression once; gives the expression's node (0: nothing is known). */
  visit(node: SyntaxNode): number;
}

const identifier = /[\p{ID_Continue}]+/uy;

/** Text of a name, read from the source: a node of the grammar is not asked where it ends. */
export function nameText({ source }: Collector, node: SyntaxNode): string {
  if ((node as Partial<PythonNode>).code === codes.identifier) return source.slice(node.startIndex, node.endIndex);
  identifier.lastIndex = node.startIndex;
  return identifier.exec(source)?.[0] ?? '';
}

const here: Place = { line: 0, column: 0 };

/** Where a node is, for who writes that down at once: the same object each time. */
export function placeNow(node: SyntaxNode): Readonly<Place> {
  const { row, column } = node as Partial<PythonNode>;
  if (row === undefined || column === undefined) return placeOf(node);
  here.line = row + 1;
  here.column = column + 1;
  return here;
}

export function primitive(c: Collector, code: number): number {
  const known = c.primitiveNodes[code]!;
  return known === 0 ? (c.primitiveNodes[code] = c.writer.node(ops.primitive, code)) : known;
}

/** One of the values; `None` says nothing beside others. */
export function alternatives(c: Collector, values: readonly number[]): number {
  if (values.length <= 1) return values[0] ?? 0;
  const { writer } = c;
  const known = new Set<number>();
  let nothing = 0;
  for (const value of values) {
    if (value === 0) continue;
    if (writer.opOf(value) === ops.primitive && writer.operand(value, 0) === primitives.nothing) nothing = value;
    else known.add(value);
  }
  return known.size === 0 ? nothing : writer.either([...known]);
}

/** Declares a variable of a frame, or an attribute of a class, unless it is; gives its binding. */
export function declareVariable(c: Collector, frame: Frame, name: string, node: SyntaxNode): Binding {
  const binding = bindingOf(frame, name);
  if (binding.variable !== -1) return binding;
  const isMember = frame.kind === 'class';
  const kind = isMember ? entityKinds.property : entityKinds.variable;
  binding.variable = c.writer.declare(name, kind, placeNow(node), frame.scope);
  if (isMember) c.writer.set(binding.variable, entityFields.parent, frame.entity);
  binding.at = node.startIndex;
  return binding;
}

/** The binding that an assignment to this name adds to. */
export function assignedBinding(c: Collector, name: string, node: SyntaxNode): Binding {
  const { frame } = c;
  const known = frame.kind === 'comprehension' ? frame.names.get(name) : undefined;
  return known ?? declareVariable(c, bindingFrame(frame, name), name, node);
}

/** Settles what a frame's variables hold; called when the frame is left. */
export function settleFrame(c: Collector, frame: Frame): void {
  const { bindings } = frame;
  for (let at = 0; at < bindings.length; at++) settleBinding(c, bindings[at]!);
}

function settleBinding(c: Collector, { variable, values, isOpen }: Binding): void {
  if (variable === -1 || values.length === 0) return;
  const { writer } = c;
  const known = writer.get(variable, entityFields.value);
  const value = alternatives(c, known === 0 ? values : [known, ...values]);
  const isNothing = writer.opOf(value) === ops.primitive && writer.operand(value, 0) === primitives.nothing;
  writer.set(variable, entityFields.value, isOpen && isNothing ? 0 : value);
  writer.addFlags(variable, entityFlags.implemented);
}
