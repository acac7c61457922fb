/** Calls. The linker decides whether a call constructs an object. The results of some built-in functions are known here. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeNow, primitive, type Collector } from './collector.ts';
import { looksLikeClass } from './expressions.ts';
import { enclosingMethod, resolveName } from './frames.ts';
import { callsMethods, runsBuiltin } from './implicit-calls.ts';
import { plainString } from './literals.ts';
import { classOf, useName, visitAttribute, visitCallee } from './names.ts';
import { codeOf, codes, lastOf, partsOf, withoutComments } from './node-codes.ts';
import { maxArguments, recordArguments, visitArguments } from './arguments.ts';
import { libraryCall } from './library-calls.ts';
import { recordElement } from './targets.ts';
import { typeOfNode } from './types.ts';

export function visitCall(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const callee = parts[0];
  const argumentList = lastOf(parts);
  if (callee === undefined || argumentList === undefined || argumentList === callee)
    return callee === undefined ? 0 : c.visit(callee);
  const code = codeOf(callee);
  if (code === codes.identifier) {
    const name = nameText(c, callee);
    const binding = resolveName(c.frame, name, callee.startIndex);
    if (binding === null) {
      const result = builtinCall(c, name, argumentList);
      if (result !== -1) return result;
    } else if (binding.declared.length > 0) {
      const result = libraryCall(c, name, callee, argumentList);
      if (result !== -1) return result;
    }
    return writeCall(c, useName(c, callee, siteKinds.call, { name, binding }), argumentList);
  }
  if (code === codes.attribute) {
    const name = nameText(c, lastOf(partsOf(callee))!);
    const result = libraryCall(c, name, callee, argumentList);
    if (result !== -1) return result;
    const method = visitAttribute(c, callee, siteKinds.call, name);
    const call = writeCall(c, method, argumentList);
    const storedPosition = storingMethods.get(name);
    if (storedPosition !== undefined && call !== 0 && c.writer.opOf(method) === ops.member) {
      const value = c.writer.items(c.writer.operand(call, 1))[storedPosition] ?? 0;
      recordElement(c, c.writer.operand(method, 0), value, argumentList);
    }
    return call;
  }
  if (code === codes.subscript && isGenericClass(c, callee)) {
    const [base, ...types] = partsOf(callee);
    const generic = visitCallee(c, base!, siteKinds.call);
    return writeCall(c, generic, argumentList, c.writer.list(types.map((type) => typeOfNode(c, type))));
  }
  const isParenthesised = code === codes.parenthesized_expression;
  const target = isParenthesised ? visitCallee(c, callee, siteKinds.call) : c.visit(callee);
  // Any other callee, such as the result of a call, has no name, so its site is at the arguments.
  if (target !== 0 && !isParenthesised) c.writer.site(siteKinds.call, target, placeNow(argumentList), c.scope);
  return writeCall(c, target, argumentList);
}

/** Whether an item is a generic class (`Class[T]`): its name looks like a class, and no key is a string or a slice. */
function isGenericClass(c: Collector, node: SyntaxNode): boolean {
  const [base, ...keys] = partsOf(node);
  if (base === undefined || codeOf(base) !== codes.identifier || !looksLikeClass(nameText(c, base))) return false;
  return keys.every((key) => codeOf(key) !== codes.string && codeOf(key) !== codes.slice);
}

/** Methods of lists, sets and dictionaries that store an argument, with the position of the argument. */
const storingMethods: ReadonlyMap<string, number> = new Map([
  ['append', 0],
  ['appendleft', 0],
  ['add', 0],
  ['insert', 1],
  ['setdefault', 1],
]);

/** Writes the node of a call and visits the arguments. */
function writeCall(c: Collector, callee: number, argumentList: SyntaxNode, types = 0): number {
  const { writer } = c;
  const keywords: number[] = [];
  const args = visitArguments(c, argumentList, keywords);
  if (callee === 0) {
    recordArguments(c, [...args, ...keywords]);
    return 0;
  }
  if (mayConstruct(c, callee)) writeFieldSites(c, callee, argumentList);
  const isComplete = keywords.length === 0 && args.length <= maxArguments;
  const recorded = isComplete ? args : [...args.slice(0, maxArguments), ...keywords.slice(0, maxArguments)];
  const call = writer.node(ops.call, callee, writer.list(recorded), types);
  for (let position = 0; position < args.length; position++) setContext(c, args[position]!, call, position);
  return call;
}

/** Whether the callee may be a class: an entity, or a name that begins with a capital letter. */
function mayConstruct({ writer }: Collector, callee: number): boolean {
  const op = writer.opOf(callee);
  if (op !== ops.name && op !== ops.member) return op === ops.entity;
  return /^_*\p{Lu}/u.test(writer.text(writer.operand(callee, op === ops.name ? 0 : 1)));
}

/** Writes a site for each keyword argument: it may name a field of a class without a declared constructor. */
function writeFieldSites(c: Collector, callee: number, argumentList: SyntaxNode): void {
  const { writer } = c;
  for (const argument of partsOf(argumentList)) {
    const name = codeOf(argument) === codes.keyword_argument ? partsOf(argument)[0] : undefined;
    if (name === undefined) continue;
    const field = writer.node(ops.fieldGiven, callee, writer.string(nameText(c, name)));
    writer.site(siteKinds.write, field, placeNow(name), c.scope);
  }
}

/** Records for a function the first call to which it is passed as an argument. */
function setContext({ writer }: Collector, argument: number, call: number, position: number): void {
  if (argument === 0 || writer.opOf(argument) !== ops.entity) return;
  const entity = writer.operand(argument, 0);
  if (writer.get(entity, entityFields.kind) === entityKinds.function && writer.get(entity, entityFields.context) === 0)
    writer.set(entity, entityFields.context, writer.node(ops.argument, call, position));
}

const primitiveResults: ReadonlyMap<string, number> = new Map(
  [
    { names: 'str repr format input chr', code: primitives.string },
    { names: 'int float len sum ord round id hash', code: primitives.number },
    { names: 'bool isinstance issubclass hasattr callable any all', code: primitives.boolean },
  ].flatMap(({ names, code }) => names.split(' ').map((name): [string, number] => [name, code])),
);

const builtinFunctions: ReadonlySet<string> = new Set([
  ...primitiveResults.keys(),
  ...['super', 'type', 'list', 'set', 'tuple', 'frozenset', 'sorted', 'reversed', 'iter', 'filter', 'map'],
  ...['enumerate', 'zip', 'next', 'min', 'max', 'getattr'],
]);

/** The result of a built-in function, whose name gets no site; -1 for others. */
function builtinCall(c: Collector, name: string, argumentList: SyntaxNode): number {
  if (!builtinFunctions.has(name) && !callsMethods(name)) return -1;
  if (name === 'getattr') return getAttribute(c, argumentList);
  const keywords: number[] = [];
  const args = visitArguments(c, argumentList, keywords);
  const [first = 0, second = 0] = args;
  // They call the function that they are given: `map(f, xs)`, `sorted(xs, key=f)`.
  recordArguments(c, name === 'map' || name === 'filter' ? [first] : keywords);
  runsBuiltin(c, name, { args, node: argumentList });
  const { writer } = c;
  const element = (iterable: number | undefined): number => (iterable ? writer.node(ops.element, iterable) : 0);
  const array = (items: number[]): number => writer.node(ops.array, writer.list(items));
  switch (name) {
    case 'super':
      return superOf(c, args);
    case 'type':
      return args.length === 1 ? classOf(c, first) : 0;
    case 'list':
    case 'set':
    case 'tuple':
    case 'frozenset':
    case 'sorted':
    case 'reversed':
    case 'iter':
      return array([element(first)]);
    case 'filter':
      return array([element(second)]);
    case 'map':
      return first === 0 ? 0 : array([writer.node(ops.call, first, writer.list([element(second)]), 0)]);
    case 'enumerate':
      return array([array([primitive(c, primitives.number), element(first)])]);
    case 'zip':
      return array([array(args.slice(0, maxArguments).map(element))]);
    case 'next':
      return element(first);
    case 'min':
    case 'max':
      return args.length === 1 ? element(first) : writer.either(args);
    default: {
      const code = primitiveResults.get(name);
      return code === undefined ? 0 : primitive(c, code);
    }
  }
}

/** `super()`, or `super(C, self)`, where C may be another class than the surrounding one. */
function superOf(c: Collector, [startClass = 0]: readonly number[]): number {
  const { writer } = c;
  const method = enclosingMethod(c.frame);
  if (method === null) return 0;
  const op = startClass === 0 ? ops.none : writer.opOf(startClass);
  const isNamed = op === ops.name || op === ops.member;
  const name = isNamed ? writer.text(writer.operand(startClass, op === ops.name ? 0 : 1)) : '';
  if (!isNamed || name === method.parent?.name) return writer.node(ops.super, method.scope);
  return writer.node(ops.superAfter, method.scope, startClass);
}

/** `getattr(x, 'name')` is `x.name`. */
function getAttribute(c: Collector, argumentList: SyntaxNode): number {
  const parts = withoutComments(partsOf(argumentList));
  const args = visitArguments(c, argumentList);
  const name = parts[1] === undefined ? null : plainString(c, parts[1]);
  if (name === null || !args[0] || !/^[\p{ID_Continue}]+$/u.test(name.text)) return 0;
  const result = c.writer.member(args[0], name.text);
  if (name.place !== null) c.writer.site(siteKinds.read, result, name.place, c.scope);
  return result;
}
