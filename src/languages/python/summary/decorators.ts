/** Decorators: what they say about a function or class, and the sites of their names. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import { plainString } from './literals.ts';
import { nameText, type Collector } from './collector.ts';
import { recordArguments, visitArguments } from './arguments.ts';
import { resolveName } from './frames.ts';
import { visitCallee } from './names.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

/** What the decorators of a function or class say about it. */
export interface Decoration {
  /** Flags of the entity. */
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

/** Adds to `decoration` what one decorator says, and writes sites for its names. */
export function visitDecorator(c: Collector, node: SyntaxNode, decoration: Decoration): void {
  const expression = partsOf(node).find((part) => codeOf(part) !== codes.comment);
  if (expression === undefined) return;
  const isCall = codeOf(expression) === codes.call;
  const parts = isCall ? partsOf(expression) : [expression];
  const callee = parts[0];
  if (callee === undefined) return;
  // The flag `decorated` is cleared for a moment, to know whether this decorator sets it.
  const earlierFlag = decoration.flags & entityFlags.decorated;
  decoration.flags &= ~entityFlags.decorated;
  const isAccessor = classify(c, callee, decoration);
  const mayChangeValue = (decoration.flags & entityFlags.decorated) !== 0;
  decoration.flags |= earlierFlag;
  if (isAccessor) return;
  const decorator = visitCallee(c, callee, siteKinds.decorate);
  const argumentList = parts.at(-1);
  const keywords: number[] = [];
  const hasArguments = isCall && argumentList !== undefined && argumentList !== callee;
  const args = hasArguments ? visitArguments(c, argumentList, keywords) : [];
  recordArguments(c, [...args, ...keywords]);
  if (isCall && argumentList !== undefined && lastName(c, callee) === 'parametrize')
    parametrize(c, argumentList, { args, decoration });
  if (mayChangeValue && decorator !== 0)
    decoration.wrappers.push(isCall ? returnedDecorator(c, callee, decorator, args) : decorator);
}

/** `b` of `b` and of `a.b`. */
function lastName(c: Collector, callee: SyntaxNode): string {
  return nameText(c, codeOf(callee) === codes.attribute ? partsOf(callee).at(-1)! : callee);
}

/** `parametrize("a, b", [(1, 2), …])` of pytest: each parameter gets the values at its position in the rows. */
function parametrize(
  c: Collector,
  argumentList: SyntaxNode,
  { args, decoration }: { args: readonly number[]; decoration: Decoration },
): void {
  const first = partsOf(argumentList).find((part) => codeOf(part) !== codes.comment);
  if (first === undefined) return;
  const isList = codeOf(first) === codes.tuple || codeOf(first) === codes.list;
  const texts = (isList ? partsOf(first) : [first]).map((part) => plainString(c, part)?.text ?? '');
  const names = (isList ? texts : (texts[0] ?? '').split(',')).map((name) => name.trim());
  const { writer } = c;
  const row = writer.node(ops.element, args[1] ?? 0);
  for (const [index, name] of names.entries())
    decoration.parameters.set(name, names.length === 1 && !isList ? row : writer.node(ops.item, row, index));
}

/**
 * The decorator that a call such as `@retry(3)` returns. If the file declares the called function and the function returns a name,
 * that name is the decorator.
 */
function returnedDecorator(c: Collector, callee: SyntaxNode, called: number, args: readonly number[]): number {
  const { writer } = c;
  if (codeOf(callee) === codes.identifier) {
    const [entity, other] = resolveName(c.frame, nameText(c, callee), callee.startIndex)?.declared ?? [];
    const isFunction =
      entity !== undefined && other === undefined && writer.get(entity, entityFields.kind) === entityKinds.function;
    const result = isFunction ? writer.get(entity, entityFields.value) : 0;
    if (result !== 0 && writer.opOf(result) === ops.name) return result;
  }
  return writer.node(ops.call, called, writer.list(args), 0);
}

/** Writes the calls of decorators, each with the decorated function or class as its argument. */
export function applyDecorators(c: Collector, { wrappers }: Decoration, entity: number): void {
  const { writer } = c;
  for (const wrapper of wrappers) {
    writer.node(ops.call, wrapper, writer.list([writer.entityNode(entity)]), 0);
  }
}

/** Adds what the name of a decorator says. Returns whether it is an accessor of a property (`@x.setter`), which needs no site. */
function classify(c: Collector, callee: SyntaxNode, decoration: Decoration): boolean {
  const isAttribute = codeOf(callee) === codes.attribute;
  const nameNode = isAttribute ? partsOf(callee).at(-1)! : callee;
  const name = codeOf(nameNode) === codes.identifier ? nameText(c, nameNode) : '';
  switch (name) {
    case 'property':
    case 'cached_property':
    case 'abstractproperty':
      decoration.isProperty = true;
      decoration.flags |= entityFlags.getter;
      return false;
    case 'setter':
    case 'deleter':
    case 'getter':
      if (!isAttribute || c.frame.kind !== 'class') break;
      decoration.isProperty = true;
      decoration.flags |= name === 'getter' ? entityFlags.getter : entityFlags.setter;
      return true;
    case 'staticmethod':
      decoration.flags |= entityFlags.static;
      return false;
    case 'classmethod':
      decoration.flags |= entityFlags.static | entityFlags.classMethod;
      return false;
    case 'abstractmethod':
      decoration.flags |= entityFlags.abstract;
      return false;
    case 'overload':
      // The function only declares types for the implementation that follows.
      decoration.isOverload = true;
      return false;
    case 'fixture':
      decoration.flags |= entityFlags.fixture;
      break;
    case 'contextmanager':
    case 'asynccontextmanager':
      decoration.isContextManager = true;
      return false;
  }
  if (!transparent.has(name)) decoration.flags |= entityFlags.decorated;
  return false;
}
