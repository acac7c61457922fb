/**
 * Expressions. The grammar has no node for `a.name(…)[…]`: the operand `a` and each selector (`.name`, `(…)`, `[…]`, `..name`) are
 * siblings among the other children of the surrounding node. An operand with its selectors is called a run.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, siteKinds, uncounted } from '../../../model/file-summary.ts';
import { runsMember } from '../../implicit-calls.ts';
import { setContext, nameOf, partOf, partsOf, placeOf, type Collector } from '../../nominal-summary.ts';
import { withinDepth } from './depth.ts';
import { bareName, isHiddenName, isTypeName, type BareName } from './names.ts';
import { childrenOf, namedType, typeArgumentsOf } from './types.ts';

/** Further arguments of a call are dropped. */
const maxArguments = 64;

/** The expression that the nodes of a run so far form. */
interface Chain {
  /** The value so far without `name`. If `isMember`, it is the object that has the member `name`. 0 if unknown. */
  value: number;
  /** The last name, if no selector has been applied to it yet. */
  name: SyntaxNode | null;
  isMember: boolean;
  /** List of the type arguments for the next call. */
  types: number;
  /** The type whose constructor is named next (`A<B>.named()`); 0 for none. */
  constructedType: number;
}

/** Types of the nodes that apply to the operand before them. */
const selectors: ReadonlySet<string> = new Set(
  'selector unconditional_assignable_selector conditional_assignable_selector argument_part arguments index_selector cascade_section'.split(
    ' ',
  ),
);

/** Types of nodes between operands. */
const nonOperand = /operator$|_builtin$|^(?:label|type_arguments|inferred_type)$/;

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
      if (chain !== null) applySelector(c, chain, node);
      continue;
    }
    if (nonOperand.test(node.type)) continue;
    if (chain !== null) values.push(finishChain(c, chain));
    chain = startChain(c, node);
  }
  if (chain !== null) values.push(finishChain(c, chain));
  return values;
}

/** The value of the last run among these nodes; 0 if there is none. */
export function valueIn(c: Collector, nodes: readonly SyntaxNode[]): number {
  return valuesIn(c, nodes).at(-1) ?? 0;
}

/** The value after a sign such as `=`; 0 if there is none. */
export function valueAfter(c: Collector, node: SyntaxNode, sign: string): number {
  const children = childrenOf(node);
  const at = children.findIndex((child) => child.type === sign);
  return at === -1 ? 0 : valueIn(c, children.slice(at + 1));
}

function startChain(c: Collector, node: SyntaxNode): Chain {
  const isName = node.type === 'identifier' || node.type === 'type_identifier';
  return {
    value: isName ? 0 : c.visit(node),
    name: isName ? node : null,
    isMember: false,
    types: 0,
    constructedType: 0,
  };
}

/** The nodes of the last name of a chain. */
function lastNameNodes(c: Collector, { value, isMember }: Chain, name: SyntaxNode): BareName {
  const text = nameOf(c, name);
  if (!isMember) return bareName(c, text);
  const member = value === 0 ? 0 : c.writer.member(value, text);
  return { node: member, value: member };
}

/** Ends a chain and returns its value. A name at the end gets a site, unless it is unknown or hidden (`isHiddenName`). */
function finishChain(c: Collector, chain: Chain, site: number = siteKinds.read): number {
  const { name, isMember } = chain;
  if (name === null) return chain.value;
  const { node, value } = lastNameNodes(c, chain, name);
  const isHidden = !isMember && isHiddenName(c, nameOf(c, name));
  if (node !== 0 && !isHidden) c.writer.site(site, node, placeOf(name), c.frame.scope);
  chain.value = value;
  chain.name = null;
  return value;
}

/** Applies the next node of a run to the chain. A node with several parts is applied part by part. */
function applySelector(c: Collector, chain: Chain, node: SyntaxNode): void {
  switch (node.type) {
    case 'arguments':
      applyCall(c, chain, node);
      return;
    case 'cascade_selector':
    case 'index_selector': {
      const name = partOf(partsOf(node), 'identifier');
      if (name !== undefined && !c.source.startsWith('[', node.startIndex)) {
        applySelector(c, chain, name);
        return;
      }
      const object = finishChain(c, chain);
      const key = valueIn(c, childrenOf(node));
      runsMember(c, node, object, '[]');
      chain.value = object === 0 ? 0 : c.writer.node(ops.index, object, key);
      return;
    }
    case 'cascade_section':
      applyCascade(c, finishChain(c, chain), node);
      return;
    case 'type_arguments':
      chain.types = typeArgumentsOf(c, node);
      chain.constructedType = constructedTypeOf(c, chain);
      return;
    case 'identifier':
    case 'type_identifier':
      finishChain(c, chain);
      chain.name = node;
      chain.isMember = true;
      return;
    case 'new':
      applyTearOff(c, chain, node);
      return;
    default:
      for (const part of childrenOf(node)) applySelector(c, chain, part);
  }
}

/** The type `A<B>`, which may stand before the name of a constructor. */
function constructedTypeOf(c: Collector, { name, isMember, types }: Chain): number {
  if (name === null || isMember) return 0;
  const { writer } = c;
  return writer.node(ops.named, writer.list([writer.string(nameOf(c, name))]), c.frame.scope, types);
}

/** `A.new`: a constructor as a function. */
function applyTearOff(c: Collector, chain: Chain, newKeyword: SyntaxNode): void {
  const type = finishChain(c, chain);
  if (type !== 0) c.writer.site(siteKinds.construct, type, placeOf(newKeyword), c.frame.scope);
  chain.value = 0;
}

/** Calls the value of the chain. The call of a name that is written like a type is a construction. */
function applyCall(c: Collector, chain: Chain, argumentList: SyntaxNode): void {
  const { writer } = c;
  const { name, types, constructedType } = chain;
  const { node, value: callee } = name === null ? { node: 0, value: chain.value } : lastNameNodes(c, chain, name);
  const { args, positions } = argumentsOf(c, argumentList);
  const isConstruction = name !== null && isTypeName(nameOf(c, name));
  if (name !== null && node !== 0)
    writer.site(isConstruction ? siteKinds.construct : siteKinds.call, node, placeOf(name), c.frame.scope);
  const result =
    callee === 0 ? 0 : writer.node(isConstruction ? ops.construct : ops.call, callee, writer.list(args), types);
  if (result !== 0) setContexts(c, result, { args, positions });
  // `A<B>.named()` is an `A<B>`.
  const isNamed = name !== null && chain.isMember && constructedType !== 0;
  chain.value = isNamed ? writer.node(ops.cast, constructedType, result) : result;
  chain.name = null;
  chain.types = 0;
  chain.constructedType = 0;
}

/** The nodes of `a.b<T>(c).d`. */
export interface GenericCall {
  callee: readonly SyntaxNode[];
  /** The type argument, with its qualifier. */
  type: readonly SyntaxNode[];
  argumentList: SyntaxNode;
  after: readonly SyntaxNode[];
}

/** The value of a generic call, which the grammar reads as comparisons. */
export function valueOfGenericCall(c: Collector, { callee, type, argumentList, after }: GenericCall): number {
  return withinDepth(c, 0, () => {
    let chain: Chain | null = null;
    for (const node of callee) {
      if (chain === null) chain = startChain(c, node);
      else applySelector(c, chain, node);
    }
    if (chain === null) return 0;
    chain.types = c.writer.list([namedType(c, type, undefined)]);
    applyCall(c, chain, argumentList);
    for (const node of after) applySelector(c, chain, node);
    return finishChain(c, chain);
  });
}

/** The arguments of a call, in the order of the summary. */
interface Arguments {
  /** Positional arguments first, then named ones. */
  args: readonly number[];
  /** Identifies each argument: by its position, or by its name. */
  positions: readonly number[];
}

export function argumentsOf(c: Collector, node: SyntaxNode): Arguments {
  const { writer } = c;
  const positional: number[] = [];
  const named: [value: number, position: number][] = [];
  for (const part of argumentParts(node)) {
    const label = part.find((child) => child.type === 'label');
    const value = valueIn(c, part);
    const name = label === undefined ? undefined : partOf(partsOf(label), 'identifier');
    if (name === undefined) positional.push(value);
    else {
      const string = writer.string(nameOf(c, name));
      named.push([writer.node(ops.keyword, string, value), uncounted.labelled + string]);
    }
  }
  return {
    args: [...positional, ...named.map(([value]) => value)].slice(0, maxArguments),
    positions: [...positional.keys(), ...named.map(([, position]) => position)].slice(0, maxArguments),
  };
}

/** The nodes of each argument. A single argument may have no node of its own. */
function argumentParts(node: SyntaxNode): (readonly SyntaxNode[])[] {
  const parts = partsOf(node);
  const isWrapped = parts.every(({ type }) => /argument$|^record_field$/.test(type));
  return isWrapped ? parts.map(childrenOf) : [childrenOf(node)];
}

/** Records the expected types of those arguments that are functions, or that may have several values. */
export function setContexts(c: Collector, callNode: number, { args, positions }: Arguments): void {
  const { writer } = c;
  for (const [index, position] of positions.entries()) {
    const argument = args[index] ?? 0;
    const value = writer.opOf(argument) === ops.keyword ? writer.operand(argument, 1) : argument;
    const op = writer.opOf(value);
    const isFunction =
      op === ops.entity && writer.get(writer.operand(value, 0), entityFields.kind) === entityKinds.function;
    if (isFunction || op === ops.either) setContext(c, value, writer.node(ops.argument, callNode, position));
  }
}

/** `..name(…)` or `..[key] = value`, applied to an object. The value is dropped, because the next `..` applies to the object again. */
function applyCascade(c: Collector, object: number, node: SyntaxNode): void {
  const children = childrenOf(node);
  const sign = children.findIndex(({ type }) => type.endsWith('=') && type !== '==');
  const chain: Chain = { value: object, name: null, isMember: false, types: 0, constructedType: 0 };
  const selected = children.slice(0, sign === -1 ? undefined : sign);
  const isUpdate = sign !== -1 && children[sign]!.type !== '=';
  if (sign === -1) for (const part of selected) applySelector(c, chain, part);
  else applyTarget(c, chain, { parts: selected, isUpdate });
  const target = finishChain(c, chain, sign === -1 ? siteKinds.read : targetSite(isUpdate));
  if (sign !== -1) setContext(c, valueIn(c, children.slice(sign + 1)), target);
}

function targetSite(isUpdate: boolean): number {
  return isUpdate ? siteKinds.update : siteKinds.write;
}

/** Visits the target of an assignment. The last name of the run gets a `write` site. @param isUpdate `a += b`, `a++`, which also reads */
export function targetIn(c: Collector, node: SyntaxNode, isUpdate: boolean): number {
  const [first, ...parts] = partsOf(node);
  if (first === undefined) return 0;
  const chain = startChain(c, first);
  applyTarget(c, chain, { parts, isUpdate });
  return finishChain(c, chain, targetSite(isUpdate));
}

/** Applies the selectors of an assignment's target. Its last `[key]` stores. @param isUpdate `a[k] += b`, which also reads */
function applyTarget(
  c: Collector,
  chain: Chain,
  { parts, isUpdate }: { parts: readonly SyntaxNode[]; isUpdate: boolean },
): void {
  const last = parts.at(-1);
  const isItem = last !== undefined && c.source.startsWith('[', last.startIndex);
  for (const part of isItem ? parts.slice(0, -1) : parts) applySelector(c, chain, part);
  if (!isItem) return;
  const object = finishChain(c, chain);
  const key = valueIn(c, childrenOf(indexIn(last)));
  if (isUpdate) runsMember(c, last, object, '[]');
  runsMember(c, last, object, '[]=');
  chain.value = object === 0 ? 0 : c.writer.node(ops.index, object, key);
}

/** The `[key]` in a selector. */
function indexIn(node: SyntaxNode): SyntaxNode {
  const inner = partOf(partsOf(node), 'index_selector') ?? partOf(partsOf(node), 'unconditional_assignable_selector');
  return inner === undefined ? node : indexIn(inner);
}

/** `new A(…)`, `const a.B<T>.named(…)`, `A<B>.named(…)`. All children form one run. */
export function visitConstruction(c: Collector, node: SyntaxNode): number {
  let chain: Chain | null = null;
  for (const part of partsOf(node)) {
    if (part.type === 'const_builtin') continue;
    if (chain === null) chain = startChain(c, part);
    else applySelector(c, chain, part);
  }
  return chain === null ? 0 : finishChain(c, chain);
}
