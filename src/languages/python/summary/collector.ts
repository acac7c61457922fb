/** The state of one walk over a Python file, and the helpers of all its parts. */
import { placeOf, type Place } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, entityFlags, entityKinds, ops, primitives } from '../../../model/file-summary.ts';
import { codes } from '../parse/codes.ts';
import type { PythonNode } from '../parse/node.ts';
import { bindingFrame, bindingOf, type Binding, type Frame } from './frames.ts';

export { placeOf, type Place } from '../../collecting.ts';

/** An assignment to an attribute, retained until the end of the file: assignments in `__init__` declare the attribute. */
export interface AttributeWrite {
  target: number;
  name: string;
  value: number;
  place: Place;
  scope: number;
  /** Class of the attribute; null where it is unknown. */
  owner: Frame | null;
  isInitial: boolean;
  /** Whether the assignment may declare the attribute: its object belongs to this file. */
  declares: boolean;
}

/** The content of a file's `__all__`. */
export interface ListedNames {
  names: Set<string>;
  /** Indexes of the modules whose own lists are part of this one. */
  modules: Set<number>;
  /** Part of the list is unknown. */
  isIncomplete: boolean;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  frame: Frame;
  /** The scope in which names are looked up: that of the frame, or of a block in it that narrows a variable. */
  scope: number;
  depth: number;
  /** Cached nodes by primitive code; 0 where there is none yet. */
  readonly primitiveNodes: number[];
  /** Entities of functions and classes by the offset of their definition. */
  readonly declared: Map<number, number>;
  readonly attributeWrites: AttributeWrite[];
  /** Module paths that `import a.b.c` makes available under their full names. */
  readonly dottedImports: Set<string>;
  /** Offsets of star imports in branches. */
  readonly starsInBranches: Set<number>;
  /** Module specifiers of imports as written, by entity. */
  readonly importedFrom: Map<number, string>;
  /** Whether local variables get sites too. */
  readonly everySite: boolean;
  /** `a.b` where the file is the `__init__` of that package; null for other modules. */
  readonly packagePath: string | null;
  /** The file has a `from module import *`. */
  opensModules: boolean;
  /** The file's `__all__`; null where it has none. */
  listed: ListedNames | null;
  /** Collects the type variables that an annotation names; null while nobody needs them. */
  typeVariables: number[] | null;
  /** Narrowed attributes: by scope, then by the attribute's path as written. */
  readonly narrowedPaths: Map<number, ReadonlyMap<string, number>>;
  /** Whether the file has tests that can narrow variables. */
  readonly mayNarrow: boolean;
  /** The method that the surrounding `with` calls to enter a context. */
  enters: '__enter__' | '__aenter__';
  /** Whether the file may have type comments. */
  readonly hasTypeComments: boolean;
  /** Visits a statement or an expression, once. Returns the expression's node (0: unknown). */
  visit(node: SyntaxNode): number;
}

const identifier = /[\p{ID_Continue}]+/uy;

/** The text of a name, matched in the source: that is cheaper than asking a node of the grammar for its end. */
export function nameText({ source }: Collector, node: SyntaxNode): string {
  if ((node as Partial<PythonNode>).code === codes.identifier) return source.slice(node.startIndex, node.endIndex);
  identifier.lastIndex = node.startIndex;
  return identifier.exec(source)?.[0] ?? '';
}

const here: Place = { line: 0, column: 0 };

/** Place of a node, for immediate use: the same object is returned each time. */
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

/** A node for one of several values; `None` is left out where there are others. */
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

/** Declares a variable of a frame, or an attribute of a class, unless it exists already. Returns its binding. */
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

/** The binding that an assignment to this name belongs to. */
export function assignedBinding(c: Collector, name: string, node: SyntaxNode): Binding {
  const { frame } = c;
  const known = frame.kind === 'comprehension' ? frame.names.get(name) : undefined;
  return known ?? declareVariable(c, bindingFrame(frame, name), name, node);
}

/** Writes the values of a frame's variables to the summary; called at the end of the frame. */
export function finishFrame(c: Collector, frame: Frame): void {
  const { bindings } = frame;
  for (let at = 0; at < bindings.length; at++) finishBinding(c, bindings[at]!);
}

function finishBinding(c: Collector, { variable, values, hasUnknownValues }: Binding): void {
  if (variable === -1 || values.length === 0) return;
  const { writer } = c;
  const known = writer.get(variable, entityFields.value);
  const value = alternatives(c, known === 0 ? values : [known, ...values]);
  const isNothing = writer.opOf(value) === ops.primitive && writer.operand(value, 0) === primitives.nothing;
  writer.set(variable, entityFields.value, hasUnknownValues && isNothing ? 0 : value);
  writer.addFlags(variable, entityFlags.implemented);
}
