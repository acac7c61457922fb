/**
 * Parameters. The parser stores types, default values and decorators beside the pattern; here they become part of the pattern.
 * `at + n` is a field at byte n of the parser's structure.
 */
import { NodeType, parameterBytes, Pattern, RestElement, TSParameterProperty, Word } from '../generated/nodes';
import {
  readBindingPattern,
  readBoxFormalParameters,
  readOptionBoxExpression,
  readOptionBoxTSThisParameter,
  readOptionBoxTSTypeAnnotation,
  readOptionTSAccessibility,
  readVecDecorator,
} from '../generated/tree';
import { List, listFor, make, newList, Node, noNodes, pointer, withLast } from '../node-parts';
import { ascii } from '../texts';
import { annotate, assignmentPattern, identifierOf, initPattern } from './patterns';
import { readBool } from './texts';

export function readTSThisParameter(at: usize): Node {
  const node = identifierOf(ascii('this'), load<i32>(at), load<i32>(at + 4));
  node.typeAnnotation = readOptionBoxTSTypeAnnotation(at + 24);
  return node;
}

/** Parameters, preceded by `this` where it is declared. */
export function parametersOf(parameters: usize, thisParameter: usize): List {
  const list = readBoxFormalParameters(parameters);
  return withFirst(readOptionBoxTSThisParameter(thisParameter), list);
}

export function readFormalParameters(at: usize): List {
  const list = listFor(at + 16);
  let from = pointer(at + 16);
  for (let index = 0; index < list.length; index++, from += parameterBytes) list.set(index, readFormalParameter(from));
  return load<u64>(at + 40) === 0 ? list : withLast(list, restParameter(pointer(at + 40)));
}

function restParameter(at: usize): Node {
  const node = changetype<RestElement>(make(NodeType.RestElement, offsetof<RestElement>(), at + 40));
  initPattern(node);
  node.argument = readBindingPattern(at + 56);
  node.decorators = readVecDecorator(at + 16);
  if (node.decorators.length !== 0) node.start = node.decorators.get(0).start;
  annotate(node, readOptionBoxTSTypeAnnotation(at + 72));
  return node;
}

export function readFormalParameter(at: usize): Node {
  const accessibility = readOptionTSAccessibility(at + 13);
  const isReadonly = readBool(at + 14);
  const isOverride = readBool(at + 15);
  if (accessibility === Word.None && !isReadonly && !isOverride) return plainParameter(at);
  const node = changetype<TSParameterProperty>(make(NodeType.TSParameterProperty, offsetof<TSParameterProperty>(), at));
  node.accessibility = accessibility;
  node.isOverride = isOverride;
  node.isReadonly = isReadonly;
  node.decorators = readVecDecorator(at + 16);
  node.parameter = parameterProperty(at);
  return node;
}

function plainParameter(at: usize): Node {
  const decorators = readVecDecorator(at + 16);
  const pattern = changetype<Pattern>(readBindingPattern(at + 40));
  const annotation = readOptionBoxTSTypeAnnotation(at + 56);
  const optional = readBool(at + 12);
  annotate(pattern, annotation);
  const initial = readOptionBoxExpression(at + 64);
  if (initial !== null) {
    const node = assignmentPattern(pattern, initial, load<i32>(at), load<i32>(at + 4));
    node.decorators = decorators;
    node.optional = optional;
    pattern.decorators = noNodes;
    pattern.optional = false;
    return node;
  }
  pattern.decorators = decorators;
  pattern.optional = optional;
  if (annotation === null && optional) pattern.end = load<i32>(at + 4);
  return pattern;
}

function parameterProperty(at: usize): Node {
  const pattern = changetype<Pattern>(readBindingPattern(at + 40));
  const start = pattern.start;
  pattern.decorators = noNodes;
  const annotation = readOptionBoxTSTypeAnnotation(at + 56);
  annotate(pattern, annotation);
  const initial = readOptionBoxExpression(at + 64);
  if (initial !== null) {
    pattern.optional = false;
    return assignmentPattern(pattern, initial, start, initial.end);
  }
  pattern.optional = readBool(at + 12);
  if (annotation === null && pattern.optional) pattern.end = load<i32>(at + 4);
  return pattern;
}

function withFirst(first: Node | null, list: List): List {
  if (first === null) return list;
  const longer = newList(list.length + 1);
  longer.set(0, first);
  for (let index = 0; index < list.length; index++) longer.set(index + 1, list.at(index));
  return longer;
}
