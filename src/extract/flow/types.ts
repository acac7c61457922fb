/** Rewrites Flow's types as TypeScript. Most exist in TypeScript too; the others become `any`, or are removed. */
import type { Edits } from './edits.ts';
import { fieldOf, listOf, nodesExcept, nodesOf, noNodes, textOf, type FlowNode } from './nodes.ts';
import { blank, cover, drop, keepOnlyLastOptional, type Rewrite } from './rewrites.ts';

function withoutWord(word: string): Rewrite {
  return (edits, node) => {
    edits.blankWord(word, ...node.range);
    return nodesOf(node);
  };
}

/** Flow's own types that TypeScript has under another name. */
const libraryNames: Readonly<Record<string, string>> = { $ReadOnlyArray: 'ReadonlyArray', $ReadOnly: 'Readonly' };

/** Types whose text TypeScript can read as the name of a parameter. */
const plainTypes: ReadonlySet<string> = new Set([
  'AnyTypeAnnotation',
  'BigIntTypeAnnotation',
  'BooleanTypeAnnotation',
  'NumberTypeAnnotation',
  'StringTypeAnnotation',
  'SymbolTypeAnnotation',
]);

/** By node type. */
export const typeRewrites: Readonly<Record<string, Rewrite>> = {
  ComponentTypeAnnotation: cover,
  DeclaredPredicate: blank,
  ExistsTypeAnnotation: cover,
  HookTypeAnnotation: cover,
  InferredPredicate: blank,
  InterfaceTypeAnnotation: withoutWord('interface'),
  MixedTypeAnnotation: cover,
  NullableTypeAnnotation: withoutWord('?'),
  ObjectTypeInternalSlot: drop,
  ObjectTypeSpreadProperty: drop,
  OptionalIndexedAccessType: withoutWord('?.'),
  TypeOperator: cover,
  TypePredicate: withoutWord('implies'),
  Variance: blank,
  TypeofTypeAnnotation: () => noNodes,
  EmptyTypeAnnotation(edits, { range }) {
    edits.put(range[0], 'never');
    return noNodes;
  },
  GenericTypeAnnotation(edits, node) {
    const parameters = fieldOf(node, 'typeParameters');
    const id = fieldOf(node, 'id');
    const typeScriptName = id?.type === 'Identifier' ? libraryNames[textOf(edits.text, id)] : undefined;
    if (id !== null && typeScriptName !== undefined)
      edits.put(id.range[0], typeScriptName.padEnd(id.range[1] - id.range[0]));
    return parameters === null ? noNodes : [parameters];
  },
  ObjectTypeAnnotation(edits, node) {
    const [start, end] = node.range;
    if (node['exact'] === true && edits.text[start + 1] === '|') {
      edits.blank(start + 1, start + 2);
      edits.blank(end - 2, end - 1);
    }
    return withoutRest(edits, node);
  },
  TupleTypeAnnotation(edits, node) {
    return withoutRest(edits, node);
  },
  TypeParameterInstantiation(edits, node, parent) {
    return listOf(node, 'params').length === 0 ? blank(edits, node, parent) : nodesOf(node);
  },
  ObjectTypeMappedTypeProperty(edits, node, parent) {
    if (parent !== null && listOf(parent, 'properties').length > 1) return drop(edits, node, parent);
    const mark = edits.skipBlanks(node.range[1]);
    if (edits.text[mark] === ',') edits.put(mark, ';');
    return nodesOf(node);
  },
  ObjectTypeProperty(edits, node) {
    if (node['proto'] === true) edits.blankWord('proto', ...node.range);
    edits.blankWord('@@', ...fieldOf(node, 'key')!.range);
    const isConstructor = node['method'] === true && textOf(edits.text, fieldOf(node, 'key')!) === 'constructor';
    const result = isConstructor ? fieldOf(fieldOf(node, 'value')!, 'returnType') : null;
    if (result === null) return nodesOf(node);
    // A constructor has no result type in TypeScript.
    edits.blank(edits.lastBefore(':', result.range[0]), result.range[1]);
    return nodesExcept(fieldOf(node, 'value')!, result);
  },
  ObjectTypeIndexer(edits, node, parent) {
    const key = fieldOf(node, 'key');
    if (fieldOf(node, 'id') !== null || key === null) return nodesOf(node);
    const [start, end] = key.range;
    // `[string]: T` has no key name, and no room for one where the type is short.
    if (edits.roomAt(start, end) < namedKey.length) return drop(edits, node, parent);
    edits.blank(start, end);
    edits.put(start, namedKey);
    return nodesOf(node).filter((one) => one !== key);
  },
  FunctionTypeAnnotation(edits, node, parent) {
    keepOnlyLastOptional(edits, node);
    const rest = fieldOf(node, 'rest');
    if (rest?.['optional'] === true) edits.blankWord('?', ...rest.range);
    if (isSignature(edits, parent)) return nodesOf(node);
    const first = edits.text[node.range[0]];
    const isInList = parent?.type === 'UnionTypeAnnotation' || parent?.type === 'IntersectionTypeAnnotation';
    const parentheses = enclosingParentheses(edits, node);
    // In a list of types, TypeScript requires parentheses around a function's type.
    if ((first === '(' || first === '<') && (!isInList || parentheses !== null)) return nodesOf(node);
    edits.cover(...(parentheses ?? node.range));
    return noNodes;
  },
  FunctionTypeParam(edits, node) {
    const type = fieldOf(node, 'typeAnnotation');
    if (type === null) return noNodes;
    if (fieldOf(node, 'name') !== null) return [type];
    // TypeScript would read a type alone as a parameter's name.
    const isName = type.type === 'GenericTypeAnnotation' && textOf(edits.text, type).match(/^[\w$]+$/) !== null;
    if (!isName && !plainTypes.has(type.type)) edits.cover(...node.range);
    return noNodes;
  },
  TypeParameter(edits, node) {
    const bound = fieldOf(node, 'bound');
    if (bound === null || node['usesExtendsBound'] === true) return nodesOf(node);
    edits.blank(...bound.range);
    return nodesOf(node).filter((one) => one !== bound);
  },
};

/** Removes the `...` by which an object or tuple type allows more members. */
function withoutRest(edits: Edits, node: FlowNode): readonly FlowNode[] {
  const inner = nodesOf(node);
  const last = Math.max(node.range[0], ...inner.map(({ range }) => range[1]));
  if (node['inexact'] === true) edits.dropLast('...', last, node.range[1]);
  return inner;
}

/** What replaces the key type of an indexer (`[string]: T`), since TypeScript requires a name. */
const namedKey = 'k:any';

/** Whether a function's type is written without an arrow: in a method, a callable property, a declared function. */
function isSignature(edits: Edits, parent: FlowNode | null): boolean {
  switch (parent?.type) {
    case 'ObjectTypeProperty':
      return parent['method'] === true || parent['kind'] !== 'init';
    case 'ObjectTypeCallProperty':
      return true;
    case 'TypeAnnotation':
      return edits.text[parent.range[0]] !== ':';
    default:
      return false;
  }
}

/** The range of the parentheses directly around a node; null where there are none. */
function enclosingParentheses(edits: Edits, { range: [start, end] }: FlowNode): [start: number, end: number] | null {
  const { text } = edits;
  let open = start - 1;
  while (open >= 0 && /\s/.test(text[open]!)) open--;
  const close = edits.skipBlanks(end);
  return text[open] === '(' && text[close] === ')' ? [open, close + 1] : null;
}
