/**
 * What the collectors of C#, Kotlin and Scala share: the walk, and how names, members, calls, variables and functions are written
 * to the summary.
 * These languages map to the summary as Java does (see `java/summary/java-summary.ts`), except that a callee may also be a type or
 * a value that can be called.
 * Invariant: never throws for a file's content; what is nested too deeply is left out.
 */
import { boundedVisit } from './collecting.ts';
import type { SyntaxNode } from './language.ts';
import { placeOf, within, type Collector, type Place } from './java/summary/collector.ts';
import { enclosingFunction, declareName, frameOf, isLocal, newFrame, type Frame } from './java/summary/frames.ts';
import { setContext, ofType } from './java/summary/variables.ts';
import { SummaryWriter } from '../model/summary-writer.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  exportForms,
  ops,
  scopeKinds,
  siteKinds,
  type FileSummary,
} from '../model/file-summary.ts';

export { setContext, ofType } from './java/summary/variables.ts';
export { placeOf, primitive, primitiveType, primitiveValue, within } from './java/summary/collector.ts';
export type { Collector, Place } from './java/summary/collector.ts';
export { enclosingClass, declareName, frameOf, isLocal, type Frame } from './java/summary/frames.ts';

/** Deeper nodes are left out; real code nests less than a hundred levels. */
const maxDepth = 400;

/** Arguments of a call beyond this number are dropped. */
const maxArguments = 64;

export type Visit = (c: Collector, node: SyntaxNode) => number;

export interface SummaryOptions {
  /** Also record sites of names that only the enclosing function can see, such as local variables. */
  everySite?: boolean;
  /** Path of the file: for a file without a package or namespace, the folder may be the unit. */
  path?: string;
}

export interface CollectedTree extends SummaryOptions {
  root: SyntaxNode;
  source: string;
  /** Places of the file's definitions (1-based), in order. */
  definitions: readonly { line: number; column: number }[];
}

const comments: ReadonlySet<string> = new Set(['comment', 'line_comment', 'block_comment', 'multiline_comment']);

/** Named children without comments. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const all = node.namedChildren as SyntaxNode[];
  return all.some((part) => comments.has(part.type)) ? all.filter((part) => !comments.has(part.type)) : all;
}

/** Named children, and the keywords `this` and `base`: they are values, but unnamed nodes of the grammar. */
export function valuesIn(node: SyntaxNode): readonly SyntaxNode[] {
  return (node.children as SyntaxNode[]).filter(
    (part) => (part.isNamed && !comments.has(part.type)) || part.type === 'this' || part.type === 'base',
  );
}

export function partOf(parts: readonly SyntaxNode[], type: string): SyntaxNode | undefined {
  return parts.find((part) => part.type === type);
}

export function field(node: SyntaxNode, name: string): SyntaxNode | undefined {
  return node.childForFieldName(name) ?? undefined;
}

/** Text of a name without its quoting (`@class`, `` `is` ``). */
export function nameOf({ source }: Collector, node: SyntaxNode): string {
  const text = source.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 400));
  if (text.startsWith('@')) return text.slice(1);
  return text.length > 2 && text.startsWith('`') && text.endsWith('`') ? text.slice(1, -1) : text;
}

/**
 * Makes the summary of a file. `start` runs before the walk and writes what the whole file needs. `visitors` visit the nodes, by
 * node type; the parts of a node without a visitor are visited.
 */
export function collectSummary(
  { root, source, definitions, everySite = false }: CollectedTree,
  visitors: ReadonlyMap<string, Visit>,
  start: (c: Collector) => void,
): FileSummary {
  const visit = boundedVisit<Collector>((c, node) => (visitors.get(node.type) ?? visitParts)(c, node), maxDepth);
  const writer = new SummaryWriter();
  // `*` must have the index 0: a wildcard import with the string 0 imports the module's own names.
  writer.string('*');
  const frame = newFrame('file', 0, null);
  const collector: Collector = {
    writer,
    source,
    frame,
    depth: 0,
    everySite,
    shared: new Map(),
    visit: (node) => visit(collector, node),
  };
  start(collector);
  if (visitors.has(root.type)) collector.visit(root);
  else {
    for (const part of partsOf(root)) {
      collector.visit(part);
      collector.frame = frame;
    }
  }
  return writer.finish(definitions);
}

/** Visits all parts; returns the value of the last one. */
export function visitParts(c: Collector, node: SyntaxNode): number {
  let value = 0;
  for (const part of partsOf(node)) value = c.visit(part);
  return value;
}

/** Visits all parts; returns no value. */
export function visitAll(c: Collector, node: SyntaxNode): number {
  visitParts(c, node);
  return 0;
}

export function visitBlock(c: Collector, node: SyntaxNode): number {
  return within(c, { kind: 'block' }, () => visitParts(c, node));
}

/** Writes the use of a name. A local variable gets no site unless `everySite` is set. */
export function useName(c: Collector, node: SyntaxNode, site: number = siteKinds.read, text = nameOf(c, node)): number {
  if (text === '') return 0;
  const { writer, frame } = c;
  const result = writer.name(text, frame.scope);
  if (c.everySite || !isLocal(frame, text)) writer.site(site, result, placeOf(node), frame.scope);
  return result;
}

/** Writes the use of a member of `object`, named by a node. */
export function useMember(
  c: Collector,
  object: number,
  { name, text = nameOf(c, name), site = siteKinds.read }: { name: SyntaxNode; text?: string; site?: number },
): number {
  if (object === 0 || text === '') return 0;
  const result = c.writer.member(object, text);
  c.writer.site(site, result, placeOf(name), c.frame.scope);
  return result;
}

export interface CallDraft {
  /** A `name`, a `member` or any other expression node. */
  callee: number;
  args: readonly number[];
  /** List node of type arguments. */
  types?: number;
  /** Null where the callee has no name. */
  place: Place | null;
  /** Whether the last argument stands after the parentheses, and so belongs to the last parameter. */
  trailing?: boolean;
}

/** Writes a call. Where the callee is a name or a member, the arguments decide which overload is called. */
export function writeCall(c: Collector, { callee, args, types = 0, place, trailing = false }: CallDraft): number {
  const { writer } = c;
  const list = writer.list(args.slice(0, maxArguments));
  const op = writer.opOf(callee);
  const isNamed = op === ops.name || op === ops.member;
  const target = isNamed ? writer.node(ops.overload, callee, list) : callee;
  if (place !== null && callee !== 0) writer.site(siteKinds.call, target, place, c.frame.scope);
  const call = callee === 0 ? 0 : writer.node(ops.call, target, list, types);
  setContexts(c, call, { args, trailing });
  return call;
}

/** Writes `new A(…)`: `callee` is the class, as an expression. */
export function writeConstruction(c: Collector, { callee, args, types = 0, place }: CallDraft): number {
  const { writer } = c;
  const list = writer.list(args.slice(0, maxArguments));
  const op = writer.opOf(callee);
  const namesClass = op === ops.name || op === ops.member || op === ops.entity || op === ops.super;
  if (place !== null && namesClass)
    writer.site(siteKinds.construct, writer.node(ops.overload, callee, list), place, c.frame.scope);
  const result = callee === 0 ? 0 : writer.node(ops.construct, callee, list, types);
  setContexts(c, result, { args, trailing: false });
  return result;
}

/** Gives each argument that is or may be a lambda its context: the parameter for which it is passed. */
function setContexts(
  c: Collector,
  call: number,
  { args, trailing }: { args: readonly number[]; trailing: boolean },
): void {
  const { writer } = c;
  if (call === 0) return;
  for (const [position, argument] of args.slice(0, maxArguments).entries()) {
    const value = writer.opOf(argument) === ops.keyword ? writer.operand(argument, 1) : argument;
    const op = writer.opOf(value);
    const mayBeLambda = op === ops.either || (op === ops.entity && isFunction(c, writer.operand(value, 0)));
    // -1 stands for the last parameter.
    const parameter = trailing && position === args.length - 1 ? -1 : position;
    if (value !== 0 && mayBeLambda) setContext(c, value, writer.node(ops.argument, call, parameter));
  }
}

function isFunction({ writer }: Collector, entity: number): boolean {
  return writer.get(entity, entityFields.kind) === entityKinds.function;
}

export interface VariableDraft {
  name: SyntaxNode;
  type: number;
  value: number;
  flags?: number;
}

/** Declares a local variable in the current scope; where the name hides another variable of the file, in a new scope inside it. */
export function declareLocal(c: Collector, { name, type, value, flags = 0 }: VariableDraft): void {
  const text = nameOf(c, name);
  if (text === '' || text === '_') return;
  if (frameOf(c.frame, text) !== null) openLocalScope(c);
  declareName(c.frame, text);
  c.writer.entity({
    name: text,
    kind: entityKinds.variable,
    ...placeOf(name),
    scope: c.frame.scope,
    type,
    value,
    flags: flags | (value === 0 ? 0 : entityFlags.implemented),
  });
}

/** Opens a scope for a variable that hides another one: the code before it, and its initial value, may still mean the hidden one. */
function openLocalScope(c: Collector): void {
  c.frame = newFrame('block', c.writer.scope(c.frame.scope, scopeKinds.block, -1), c.frame);
}

export interface ParameterDraft {
  name: string;
  place: Place;
  owner: number;
  type: number;
  flags?: number;
  value?: number;
}

export function declareParameter(c: Collector, { name, place, owner, ...rest }: ParameterDraft): number {
  if (name !== '') declareName(c.frame, name);
  const { scope } = c.frame;
  return c.writer.entity({ name, kind: entityKinds.parameter, ...place, scope, parent: owner, ...rest });
}

export interface ClassDraft {
  name: string;
  place: Place;
  kind: number;
  flags: number;
}

/** Declares a type: a member of the surrounding class, or a type of the surrounding scope. A type at the top of the file is exported. */
export function declareType(c: Collector, { name, place, kind, flags }: ClassDraft): number {
  const { writer, frame } = c;
  const isMember = frame.kind === 'class' && frame.entity !== -1;
  const entity = writer.entity({
    name,
    kind,
    ...place,
    scope: frame.scope,
    parent: isMember ? frame.entity : -1,
    flags: flags | entityFlags.implemented | (isMember ? entityFlags.static : 0),
  });
  if (frame.scope === 0 && name !== '') writer.export(name, exportForms.own, entity, 0);
  return entity;
}

/** Runs `header` in a new scope for the type parameters of a class, then `body` in the class's scope, which is nested in it. */
export function withinClass(c: Collector, entity: number, header: () => void, body: (frame: Frame) => void): void {
  within(c, { kind: 'header' }, () => {
    header();
    within(c, { kind: 'class', entity }, (frame) => {
      c.writer.set(entity, entityFields.ownScope, frame.scope);
      body(frame);
    });
  });
}

/** Writes a lambda. `work` declares the parameters and returns the value of the body. */
export function writeLambda(c: Collector, node: SyntaxNode, work: (entity: number, frame: Frame) => number): number {
  const { writer } = c;
  const { scope } = c.frame;
  const entity = writer.entity({ name: '', kind: entityKinds.function, ...placeOf(node), scope, parent: -1 });
  within(c, { kind: 'function', entity, scopeKind: scopeKinds.arrow }, (frame) => {
    writer.set(entity, entityFields.ownScope, frame.scope);
    const value = work(entity, frame);
    setContext(c, value, writer.node(ops.returned, entity));
    writer.set(entity, entityFields.value, writer.either([value, ...frame.returns]));
  });
  return writer.entityNode(entity);
}

/** Writes `return value` of the surrounding function. */
export function writeReturn(c: Collector, value: number): void {
  const { writer } = c;
  const frame = enclosingFunction(c.frame);
  if (value === 0 || frame === null || frame.entity === -1) return;
  const type = writer.get(frame.entity, entityFields.type);
  if (type === 0) {
    frame.returns.push(value);
    setContext(c, value, writer.node(ops.returned, frame.entity));
  } else setContext(c, value, ofType(c, type));
}

/**
 * Where an interface has a single abstract method, copies that method's signature to the interface: a lambda that is passed for
 * the interface has this signature.
 */
export function addSignature({ writer, frame }: Collector, entity: number, methods: readonly number[]): void {
  const isAbstract = (method: number): boolean =>
    (writer.get(method, entityFields.flags) & (entityFlags.implemented | entityFlags.static)) === 0;
  const abstractMethods = methods.filter(isAbstract);
  const [only] = abstractMethods;
  if (only === undefined || abstractMethods.length > 1) return;
  const signature = writer.entity({
    name: '()',
    kind: entityKinds.method,
    line: writer.get(only, entityFields.line),
    column: 0,
    scope: frame.scope,
    parent: entity,
    type: writer.get(only, entityFields.type),
    ownScope: writer.get(only, entityFields.ownScope),
  });
  writer.set(signature, entityFields.listA, writer.get(only, entityFields.listA));
  writer.set(signature, entityFields.listB, writer.get(only, entityFields.listB));
}

/** Writes a function type. A parameter that stands for the receiver becomes the `assignedTo` of the function. */
export function functionType(
  c: Collector,
  node: SyntaxNode,
  { parameters, result, receiver = 0 }: { parameters: readonly number[]; result: number; receiver?: number },
): number {
  const { writer } = c;
  const place = placeOf(node);
  const { scope } = c.frame;
  const entity = writer.entity({ name: '', kind: entityKinds.function, ...place, scope, parent: -1, type: result });
  const parameterScope = writer.scope(scope, scopeKinds.arrow, entity);
  const declare = (type: number): number =>
    writer.entity({ name: '', kind: entityKinds.parameter, ...place, scope: parameterScope, parent: entity, type });
  writer.set(entity, entityFields.ownScope, parameterScope);
  writer.set(entity, entityFields.listA, writer.list(parameters.map(declare)));
  if (receiver !== 0) writer.set(entity, entityFields.assignedTo, declare(receiver));
  return writer.node(ops.shape, entity);
}

/** Declares a type parameter of the surrounding scope. */
export function declareTypeParameter(c: Collector, name: SyntaxNode): number {
  const { scope } = c.frame;
  return c.writer.entity({ name: nameOf(c, name), kind: entityKinds.typeParameter, ...placeOf(name), scope });
}

export interface TypePath {
  names: readonly string[];
  /** One syntax node for each name. */
  nodes: readonly SyntaxNode[];
  /** List node of type arguments; 0 for none. */
  args: number;
  /** Kind of the last name's site. */
  site: number;
}

/** Writes a named type, with a site for each name of its path. */
export function writeNamedType(c: Collector, { names, nodes, args, site }: TypePath): number {
  const { writer } = c;
  const { scope } = c.frame;
  let type = 0;
  for (let index = 0; index < names.length; index++) {
    const isLast = index === names.length - 1;
    const strings = writer.list(names.slice(0, index + 1).map((name) => writer.string(name)));
    type = writer.node(ops.named, strings, scope, isLast ? args : 0);
    writer.site(isLast ? site : siteKinds.type, type, placeOf(nodes[index]!), scope);
  }
  return type;
}
