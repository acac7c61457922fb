/** Expressions: their nodes, and the sites that link their names. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import {
  declareObject,
  declareProperty,
  declaringBlock,
  partsOf,
  placeOf,
  stringIn,
  type Collector,
} from './collector.ts';
import { takesSelf, writeFunction } from './functions.ts';
import { nameNode, visitMember } from './names.ts';
import { declareClassByCall, setMetatable } from './objects.ts';

/** The nodes of a call's arguments. */
function visitArguments(c: Collector, call: SyntaxNode): number[] {
  return argumentsOf(call).map((arg) => c.visit(arg));
}

export function visitCall(c: Collector, call: SyntaxNode): number {
  const { writer, scope } = c;
  const name = call.childForFieldName('name');
  if (name === null) return 0;
  if (name.type === 'identifier' && declaringBlock(c, name.text) === null) {
    const special = specialCalls.get(name.text);
    if (special !== undefined) return special(c, call);
  }
  const declaredClass = declareClassByCall(c, call, name);
  let callee: number;
  if (name.type === 'identifier') {
    callee = nameNode(c, name);
    writer.site(siteKinds.call, callee, placeOf(name), scope);
  } else {
    const member = name.type.endsWith('_index_expression') ? visitMember(c, name) : null;
    callee = member?.node ?? c.visit(name);
    if (member !== null) writer.site(siteKinds.call, callee, placeOf(member.at), scope);
  }
  const args = visitArguments(c, call);
  if (declaredClass !== null) return declaredClass;
  return callee === 0 ? 0 : writer.node(ops.call, callee, writer.list(args), 0);
}

type SpecialCall = (c: Collector, call: SyntaxNode) => number;

/** The node of the module that a specifier names; 0 for a computed specifier. */
function requiredModule(c: Collector, specifier: SyntaxNode | null | undefined): number {
  const module = stringIn(specifier ?? null);
  if (module === null) {
    if (specifier) c.visit(specifier);
    return 0;
  }
  return module === '' ? 0 : c.writer.node(ops.module, c.writer.module(`\0${module}`));
}

function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const list = call.childForFieldName('arguments');
  return list === null ? [] : partsOf(list);
}

/** Calls of global functions whose result is known. */
const specialCalls = new Map<string, SpecialCall>([
  ['require', (c, call) => requiredModule(c, argumentsOf(call)[0])],
  // `pcall(require, 'm')` gives the module m, its second result. The first one is only whether the call succeeded.
  [
    'pcall',
    (c, call) => {
      const [first, second] = argumentsOf(call);
      if (first?.type === 'identifier' && first.text === 'require') return requiredModule(c, second);
      c.writer.handOn(visitArguments(c, call));
      return 0;
    },
  ],
  ['setmetatable', (c, call) => setMetatable(c, argumentsOf(call))],
  // `assert` returns its first argument.
  ['assert', (c, call) => visitArguments(c, call)[0] ?? 0],
]);

/** `{ x, y }` is an array; `{ a = 1, f = function() end }` is an object. */
export function visitTable(c: Collector, node: SyntaxNode): number {
  const fields = partsOf(node);
  const { writer } = c;
  if (fields.length > 0 && fields.every((field) => field.childForFieldName('name') === null)) {
    const values = fields.map((field) => visitField(c, field));
    return writer.node(ops.array, writer.list(values.slice(0, maxElements)));
  }
  const object = declareObject(c, node);
  for (const field of fields) {
    const key = field.childForFieldName('name');
    const value = visitField(c, field);
    const name = key === null ? null : key.type === 'identifier' ? key.text : stringIn(key);
    if (key === null || name === null || name === '') continue;
    const isComputed = key.type === 'identifier' && field.child(0)?.type === '[';
    if (!isComputed) declareProperty(c, object, { name, at: key, value });
  }
  return writer.entityNode(object);
}

/** Limit of the recorded elements: more of them add nothing about their type. */
const maxElements = 20;

function visitField(c: Collector, field: SyntaxNode): number {
  const value = field.childForFieldName('value');
  const key = field.childForFieldName('name');
  if (value === null) return 0;
  if (value.type !== 'function_definition') return c.visit(value);
  const self = takesSelf(value) ? ('parameter' as const) : null;
  return c.writer.entityNode(
    writeFunction(c, value, { at: key ?? value, name: key?.type === 'identifier' ? key.text : '', self }),
  );
}

export function visitClosure(c: Collector, node: SyntaxNode): number {
  return c.writer.entityNode(writeFunction(c, node, { at: node }));
}

export function visitBinary(c: Collector, node: SyntaxNode): number {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left === null || right === null) return 0;
  const operator = c.source.slice(left.endIndex, right.startIndex).trim();
  const [first, second] = [c.visit(left), c.visit(right)];
  if (operator === 'and') return second;
  if (operator === 'or') return c.writer.either([first, second]);
  return operator === '..' ? c.writer.node(ops.primitive, primitives.string) : 0;
}
