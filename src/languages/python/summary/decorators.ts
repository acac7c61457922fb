/** Decorators: those that decide how a function is bound, and sites for the others. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import { plainString } from './literals.ts';
import { nameText, type Collector } from './collector.ts';
import { visitArguments } from './arguments.ts';
import { resolveName } from './frames.ts';
import { visitCallee } from './names.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

export interface Decoration {
  flags: number;
  isProperty: boolean;
  isContextManager: boolean;
  isOverload: boolean;
  /** Nodes of the decorators that are called with the function or class and may change it, outermost first. */
  wrappers: number[];
  /** For a function: the values that decorators pass to its parameters, by name. */
  parameters: Map<string, number>;
}

/** Decorators that do not change what a function or class is. */
const transparent = new Set(
  (
    'abstractmethod override final wraps lru_cache cache total_ordering dataclass dataclasses dataclass_transform runtime_checkable ' +
    'deprecated no_type_check unique'
  ).split(' '),
);

/** Reads one decorator: adds its flags to `into`, and writes sites for its names. */
export function visitDecorator(c: Collector, node: SyntaxNode, into: Decoration): void {
  const expression = partsOf(node).find((part) => codeOf(part) !== codes.comment);
  if (expression === undefined) return;
  const isCall = codeOf(expression) === codes.call;
  const parts = isCall ? partsOf(expression) : [expression];
  const callee = parts[0];
  if (callee === undefined) return;
  const before = into.flags & entityFlags.decorated;
  into.flags &= ~entityFlags.decorated;
  const accessor = classify(c, callee, into);
  const wraps = (into.flags & entityFlags.decorated) !== 0;
  into.flags |= before;
  if (accessor) return;
  const decorator = visitCallee(c, callee, siteKinds.decorate);
  const argumentList = parts.at(-1);
  const args = isCall && argumentList !== undefined && argumentList !== callee ? visitArguments(c, argumentList) : [];
  if (isCall && argumentList !== undefined && last(c, callee) === 'parametrize')
    parametrize(c, argumentList, { args, into });
  if (wraps && decorator !== 0) into.wrappers.push(isCall ? madeBy(c, callee, decorator, args) : decorator);
}

function last(c: Collector, callee: SyntaxNode): string {
  return nameText(c, codeOf(callee) === codes.attribute ? partsOf(callee).at(-1)! : callee);
}

/** `parametrize("a, b", [(1, 2), …])` of pytest: each parameter gets the values at its position of each row. */
function parametrize(
  c: Collector,
  argumentList: SyntaxNode,
  { args, into }: { args: readonly number[]; into: Decoration },
): void {
  const first = partsOf(argumentList).find((part) => codeOf(part) !== codes.comment);
  if (first === undefined) return;
  const isList = codeOf(first) === codes.tuple || codeOf(first) === codes.list;
  const texts = (isList ? partsOf(first) : [first]).map((part) => plainString(c, part)?.text ?? '');
  const names = (isList ? texts : (texts[0] ?? '').split(',')).map((name) => name.trim());
  const { writer } = c;
  const row = writer.node(ops.element, args[1] ?? 0);
  for (const [place, name] of names.entries())
    into.parameters.set(name, names.length === 1 && !isList ? row : writer.node(ops.item, row, place));
}

/** The decorator that a call returns; where the file declares the called function, the function's own result. */
function madeBy(c: Collector, callee: SyntaxNode, maker: number, args: readonly number[]): number {
  const { writer } = c;
  if (codeOf(callee) === codes.identifier) {
    const [entity, other] = resolveName(c.frame, nameText(c, callee), callee.startIndex)?.declared ?? [];
    const isFunction =
      entity !== undefined && other === undefined && writer.get(entity, entityFields.kind) === entityKinds.function;
    const result = isFunction ? writer.get(entity, entityFields.value) : 0;
    if (result !== 0 && writer.opOf(result) === ops.name) return result;
  }
  return writer.node(ops.call, maker, writer.list(args), 0);
}

/** Records that decorators are called with the function or class below them. */
export function applyDecorators(c: Collector, { wrappers }: Decoration, entity: number): void {
  const { writer } = c;
  for (const wrapper of wrappers) {
    writer.node(ops.call, wrapper, writer.list([writer.entityNode(entity)]), 0);
  }
}

/** Adds the flags of well-known decorators. Returns whether it is an accessor of a property (`@x.setter`), which needs no site. */
function classify(c: Collector, callee: SyntaxNode, into: Decoration): boolean {
  const isAttribute = codeOf(callee) === codes.attribute;
  const nameNode = isAttribute ? partsOf(callee).at(-1)! : callee;
  const name = codeOf(nameNode) === codes.identifier ? nameText(c, nameNode) : '';
  switch (name) {
    case 'property':
    case 'cached_property':
    case 'abstractproperty':
      into.isProperty = true;
      into.flags |= entityFlags.getter;
      return false;
    case 'setter':
    case 'deleter':
    case 'getter':
      if (!isAttribute || c.frame.kind !== 'class') break;
      into.isProperty = true;
      into.flags |= name === 'getter' ? entityFlags.getter : entityFlags.setter;
      return true;
    case 'staticmethod':
      into.flags |= entityFlags.static;
      return false;
    case 'classmethod':
      into.flags |= entityFlags.static | entityFlags.classMethod;
      return false;
    case 'abstractmethod':
      into.flags |= entityFlags.abstract;
      return false;
    case 'overload':
      // It gives the types of the implementation that follows.
      into.isOverload = true;
      return false;
    case 'fixture':
      into.flags |= entityFlags.fixture;
      break;
    case 'contextmanager':
    case 'asynccontextmanager':
      into.isContextManager = true;
      return false;
  }
  if (!transparent.has(name)) into.flags |= entityFlags.decorated;
  return false;
}
