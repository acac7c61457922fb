/**
 * Expressions. The grammar has no node for `a.name(…)[…]`. The operand and each selector (`.name`, `(…)`, `[…]`, `..name`) are
 * siblings among the other children of the surrounding node. Such a row of siblings is called a run.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, siteKinds, uncounted } from '../../../model/file-summary.ts';
import { setContext, nameOf, partOf, partsOf, placeOf, type Collector } from '../../nominal-summary.ts';
import { withinDepth } from './depth.ts';
import { bareName, isHiddenName, isTypeName, type BareName } from './names.ts';
import { childrenOf, namedType, typeArgumentsOf } from './types.ts';

/** Arguments of a call beyond this number are dropped. */
const maxArguments = 64;

/** An expression up to a position in its run. */
interface Chain {
  /** The value up to here, or the object that `name` is a member of; 0: unknown. */
  value: number;
  /** The last name, to which nothing has been applied yet. */
  name: SyntaxNode | null;
  isMember: boolean;
  types: number;
  /** The type whose constructor is named next (`A<B>.named()`); 0 for none. */
  made: number;
}

const selectors: ReadonlySet<string> = new Set(
  'selector unconditional_assignable_selector conditional_assignable_selector argument_part arguments index_selector cascade_section'.split(
    ' ',
  ),
);

const noOperand = /operator$|_builtin$|^(?:label|type_arguments|inferred_type)$/;

/** The values of the runs among these nodes. */
export function valuesIn(c: Collector, nodes: readonly SyntaxNode[]): number[] {
  return withinDepth(c, [], () => runsIn(c, nodes));
}

function runsIn(c: Collector, nodes: readonly SyntaxNode[]): number[] {
  const values: number[] = [];
  let chain: Chain | null = null;
  for (const node of nodes) {
    if (!node.isNamed || node.type.endsWith('comment')) continue;
    if (selectors.has(node.type)) {
      if (chain !== null) apply(c, chain, node);
      continue;
    }
    if (noOperand.test(node.type)) continue;
    if (chain !== null) values.push(finish(c, chain));
    chain = operand(c, node);
  }
  if (chain !== null) values.push(finish(c, chain));
  return values;
}

/** The value of the only or last run among these nodes; 0 for none. */
export function valueIn(c: Collector, nodes: readonly SyntaxNode[]): number {
  return valuesIn(c, nodes).at(-1) ?? 0;
}

/** The value after a sign; 0 for none. */
export function valueAfter(c: Collector, node: SyntaxNode, sign: string): number {
  const children = childrenOf(node);
  const at = children.findIndex((child) => child.type === sign);
  return at === -1 ? 0 : valueIn(c, children.slice(at + 1));
}

function operand(c: Collector, node: SyntaxNode): Chain {
  const isName = node.type === 'identifier' || node.type === 'type_identifier';
  return { value: isName ? 0 : c.visit(node), name: isName ? node : null, isMember: false, types: 0, made: 0 };
}

/** The last name of a chain. */
function lastName(c: Collector, { value, isMember }: Chain, name: SyntaxNode): BareName {
  const text = nameOf(c, name);
  if (!isMember) return bareName(c, text);
  const member = value === 0 ? 0 : c.writer.member(value, text);
  return { node: member, value: member };
}

/** The value of a chain; a name at its end is read. */
function finish(c: Collector, chain: Chain, site: number = siteKinds.read): number {
  const { name, isMember } = chain;
  if (name === null) return chain.value;
  const { node, value } = lastName(c, chain, name);
  const isHidden = !isMember && isHiddenName(c, nameOf(c, name));
  if (node !== 0 && !isHidden) c.writer.site(site, node, placeOf(name), c.frame.scope);
  chain.value = value;
  chain.name = null;
  return value;
}

/** Applies the next node of a run to the chain; a node with several parts is applied part by part. */
function apply(c: Collector, chain: Chain, node: SyntaxNode): void {
  switch (node.type) {
    case 'arguments':
      call(c, chain, node);
      return;
    case 'cascade_selector':
    case 'index_selector': {
      const name = partOf(partsOf(node), 'identifier');
      if (name !== undefined && !c.source.startsWith('[', node.startIndex)) {
        apply(c, chain, name);
        return;
      }
      const object = finish(c, chain);
      const key = valueIn(c, childrenOf(node));
      chain.value = object === 0 ? 0 : c.writer.node(ops.index, object, key);
      return;
    }
    case 'cascade_section':
      cascade(c, finish(c, chain), node);
      return;
    case 'type_arguments':
      chain.types = typeArgumentsOf(c, node);
      chain.made = madeOf(c, chain);
      return;
    case 'identifier':
    case 'type_identifier':
      finish(c, chain);
      chain.name = node;
      chain.isMember = true;
      return;
    case 'new':
      tearOff(c, chain, node);
      return;
    default:
      for (const part of childrenOf(node)) apply(c, chain, part);
  }
}

/** `A<B>` before the name of a constructor, as a type. */
function madeOf(c: Collector, { name, isMember, types }: Chain): number {
  if (name === null || isMember) return 0;
  const { writer } = c;
  return writer.node(ops.named, writer.list([writer.string(nameOf(c, name))]), c.frame.scope, types);
}

/** `A.new`: a constructor as a function. */
function tearOff(c: Collector, chain: Chain, word: SyntaxNode): void {
  const type = finish(c, chain);
  if (type !== 0) c.writer.site(siteKinds.construct, type, placeOf(word), c.frame.scope);
  chain.value = 0;
}

/** A call of the chain's value; a call of a type constructs it. */
function call(c: Collector, chain: Chain, argumentList: SyntaxNode): void {
  const { writer } = c;
  const { name, types, made } = chain;
  const { node, value: callee } = name === null ? { node: 0, value: chain.value } : lastName(c, chain, name);
  const { args, positions } = argumentsOf(c, argumentList);
  const isMade = name !== null && isTypeName(nameOf(c, name));
  if (name !== null && node !== 0)
    writer.site(isMade ? siteKinds.construct : siteKinds.call, node, placeOf(name), c.frame.scope);
  const result = callee === 0 ? 0 : writer.node(isMade ? ops.construct : ops.call, callee, writer.list(args), types);
  if (result !== 0) setContexts(c, result, { args, positions });
  const isNamed = name !== null && chain.isMember && made !== 0;
  chain.value = isNamed ? writer.node(ops.cast, made, result) : result;
  chain.name = null;
  chain.types = 0;
  chain.made = 0;
}

/** The nodes of `a.b<T>(c).d`. */
export interface GenericCall {
  callee: readonly SyntaxNode[];
  /** The type argument, with its qualifier. */
  type: readonly SyntaxNode[];
  argumentList: SyntaxNode;
  after: readonly SyntaxNode[];
}

/** A call with a type argument that the grammar misreads. */
export function valueOfGenericCall(c: Collector, { callee, type, argumentList, after }: GenericCall): number {
  return withinDepth(c, 0, () => {
    let chain: Chain | null = null;
    for (const node of callee) {
      if (chain === null) chain = operand(c, node);
      else apply(c, chain, node);
    }
    if (chain === null) return 0;
    chain.types = c.writer.list([namedType(c, type, undefined)]);
    call(c, chain, argumentList);
    for (const node of after) apply(c, chain, node);
    return finish(c, chain);
  });
}

interface Arguments {
  /** Positional arguments first, then named ones. */
  args: readonly number[];
  /** Identifies each argument: by its position, or by its name. */
  positions: readonly number[];
}

export function argumentsOf(c: Collector, node: SyntaxNode): Arguments {
  const { writer } = c;
  const counted: number[] = [];
  const labelled: [value: number, position: number][] = [];
  for (const part of argumentParts(node)) {
    const label = part.find((child) => child.type === 'label');
    const value = valueIn(c, part);
    const name = label === undefined ? undefined : partOf(partsOf(label), 'identifier');
    if (name === undefined) counted.push(value);
    else {
      const string = writer.string(nameOf(c, name));
      labelled.push([writer.node(ops.keyword, string, value), uncounted.labelled + string]);
    }
  }
  return {
    args: [...counted, ...labelled.map(([value]) => value)].slice(0, maxArguments),
    positions: [...counted.keys(), ...labelled.map(([, position]) => position)].slice(0, maxArguments),
  };
}

/** The nodes of each argument; a single one may stand directly between the brackets. */
function argumentParts(node: SyntaxNode): (readonly SyntaxNode[])[] {
  const parts = partsOf(node);
  const isWrapped = parts.every(({ type }) => /argument$|^record_field$/.test(type));
  return isWrapped ? parts.map(childrenOf) : [childrenOf(node)];
}

/** Records the expected types of functions among the arguments. */
export function setContexts(c: Collector, made: number, { args, positions }: Arguments): void {
  const { writer } = c;
  for (const [index, position] of positions.entries()) {
    const argument = args[index] ?? 0;
    const value = writer.opOf(argument) === ops.keyword ? writer.operand(argument, 1) : argument;
    const op = writer.opOf(value);
    const isFunction =
      op === ops.entity && writer.get(writer.operand(value, 0), entityFields.kind) === entityKinds.function;
    if (isFunction || op === ops.either) setContext(c, value, writer.node(ops.argument, made, position));
  }
}

/** `..name(…)`, `..[key] = value`: each part applies to the same object. */
function cascade(c: Collector, object: number, node: SyntaxNode): void {
  const children = childrenOf(node);
  const sign = children.findIndex(({ type }) => type.endsWith('=') && type !== '==');
  const chain: Chain = { value: object, name: null, isMember: false, types: 0, made: 0 };
  for (const part of children.slice(0, sign === -1 ? undefined : sign)) apply(c, chain, part);
  const target = finish(c, chain, sign === -1 ? siteKinds.read : siteKinds.write);
  if (sign !== -1) setContext(c, valueIn(c, children.slice(sign + 1)), target);
}

/** The target of an assignment: the last name of a run. */
export function targetIn(c: Collector, node: SyntaxNode): number {
  let chain: Chain | null = null;
  for (const part of partsOf(node)) {
    if (chain === null) chain = operand(c, part);
    else apply(c, chain, part);
  }
  return chain === null ? 0 : finish(c, chain, siteKinds.write);
}

/** `new A(…)`, `const a.B<T>.named(…)`, `A<B>.named(…)`: a call of a path of names. */
export function madeBy(c: Collector, node: SyntaxNode): number {
  let chain: Chain | null = null;
  for (const part of partsOf(node)) {
    if (part.type === 'const_builtin') continue;
    if (chain === null) chain = operand(c, part);
    else apply(c, chain, part);
  }
  return chain === null ? 0 : finish(c, chain);
}
