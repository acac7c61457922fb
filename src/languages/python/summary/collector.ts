/** The state of one walk over a Python file, and the helpers of all its parts. */
import { placeOf, type Place } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, entityFlags, entityKinds, ops, primitives } from '../../../model/file-summary.ts';
import { codes } from '../parse/codes.ts';
import type { PythonNode } from '../parse/node.ts';
import { bindingFrame, bindingOf, type Binding, type Frame } from './frames.ts';

export { nameless, placeOf, type Place } from '../../collecting.ts';

/**
 * An assignment to an attribute. It is retained until the end of the file, because the assignments in `__init__` are written first.
 */
export interface AttributeWrite {
  target: number;
  name: string;
  value: number;
  place: Place;
  scope: number;
  /** Class of the attribute; null where it is unknown. */
  owner: Frame | null;
  /** Whether the assignment is in `__init__`. */
  isInitial: boolean;
  /** Whether the assignment reads the attribute first: `a.x += v`. */
  isUpdate: boolean;
  /** Whether the assignment may declare the attribute: its object belongs to this file, and it is no `a.x += v`. */
  mayDeclare: boolean;
}

/** The content of a file's `__all__`. */
export interface ListedNames {
  names: Set<string>;
  /** Indexes of the modules whose own lists are part of this one. */
  modules: Set<number>;
  /** Whether a part of the list is unknown. */
  isIncomplete: boolean;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** The current frame. */
  frame: Frame;
  /** The scope in which names are looked up: that of the frame, or of a block in the frame that narrows a variable. */
  scope: number;
  /** Current depth of nested nodes, which is limited. */
  depth: number;
  /** Cached nodes by primitive code; 0 where there is none yet. */
  readonly primitiveNodes: number[];
  /** Entities of functions, classes, type aliases and imported names, by the offset of their declaration. */
  readonly declared: Map<number, number>;
  readonly attributeWrites: AttributeWrite[];
  /** Module paths that `import a.b.c` makes available under their full names. */
  readonly dottedImports: Set<string>;
  /** Offsets of star imports in branches. */
  readonly starsInBranches: Set<number>;
  /** Module specifiers of imports as written, by entity. */
  readonly importedFrom: Map<number, string>;
  /** Whether every use of a local variable or of `self` gets a site. Without it, most of them get none. */
  readonly everySite: boolean;
  /** `a.b` where the file is the `__init__` of that package; null for other modules. */
  readonly packagePath: string | null;
  /** Whether the file has a `from module import *`. */
  hasStarImports: boolean;
  /** The file's `__all__`; null where it has none. */
  listed: ListedNames | null;
  /** The type variables in the annotations of the current class or function; null outside of such annotations. */
  typeVariables: number[] | null;
  /** Narrowed attributes: by scope, then by the attribute's path as written. */
  readonly narrowedPaths: Map<number, ReadonlyMap<string, number>>;
  /** Whether the file has tests that can narrow variables. */
  readonly mayNarrow: boolean;
  /** The method that the surrounding `with` calls to enter a context. */
  enterMethod: '__enter__' | '__aenter__';
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

/** The object that `placeNow` returns. */
const sharedPlace: Place = { line: 0, column: 0 };

/** The place of a node, for immediate use: all calls share one object. */
export function placeNow(node: SyntaxNode): Readonly<Place> {
  const { row, column } = node as Partial<PythonNode>;
  if (row === undefined || column === undefined) return placeOf(node);
  sharedPlace.line = row + 1;
  sharedPlace.column = column + 1;
  return sharedPlace;
}

/** The place of an operator that stands before a node; that of the node where it is not found. */
export function placeBefore(c: Collector, node: SyntaxNode, operator: string): Readonly<Place> {
  const { line, column } = placeNow(node);
  const from = c.source.lastIndexOf(operator, node.startIndex - operator.length);
  const distance = node.startIndex - from;
  if (from !== -1 && distance < column) sharedPlace.column = column - distance;
  sharedPlace.line = line;
  return sharedPlace;
}

/** The node of a primitive value; one for each code and file. */
export function primitive(c: Collector, code: number): number {
  const cached = c.primitiveNodes[code]!;
  return cached === 0 ? (c.primitiveNodes[code] = c.writer.node(ops.primitive, code)) : cached;
}

/** A node for one of several values. `None` is left out if there are other values. */
export function alternatives(c: Collector, values: readonly number[]): number {
  if (values.length <= 1) return values[0] ?? 0;
  const { writer } = c;
  const distinct = new Set<number>();
  let nothing = 0;
  for (const value of values) {
    if (value === 0) continue;
    if (writer.opOf(value) === ops.primitive && writer.operand(value, 0) === primitives.nothing) nothing = value;
    else distinct.add(value);
  }
  return distinct.size === 0 ? nothing : writer.either([...distinct]);
}

/** Declares a variable of a frame, or an attribute of a class, unless the frame has it already. Returns its binding. */
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

/** The binding to which an assignment to a name adds a value. */
export function assignedBinding(c: Collector, name: string, node: SyntaxNode): Binding {
  const { frame } = c;
  const ofComprehension = frame.kind === 'comprehension' ? frame.names.get(name) : undefined;
  return ofComprehension ?? declareVariable(c, bindingFrame(frame, name), name, node);
}

/** Writes the values of a frame's variables to the summary. Must be called at the end of the frame. */
export function finishFrame(c: Collector, frame: Frame): void {
  const { bindings } = frame;
  for (let at = 0; at < bindings.length; at++) finishBinding(c, bindings[at]!);
}

function finishBinding(c: Collector, { variable, values, hasUnknownValues }: Binding): void {
  if (variable === -1 || values.length === 0) return;
  const { writer } = c;
  const writtenValue = writer.get(variable, entityFields.value);
  const value = alternatives(c, writtenValue === 0 ? values : [writtenValue, ...values]);
  const isNothing = writer.opOf(value) === ops.primitive && writer.operand(value, 0) === primitives.nothing;
  // `x = None` followed by unknown values says nothing about x.
  writer.set(variable, entityFields.value, hasUnknownValues && isNothing ? 0 : value);
  writer.addFlags(variable, entityFlags.implemented);
}
