/** Adds the definitions that the grammar's query would capture. */
import type { OwnTree } from '../../language.ts';
import { codes } from './codes.ts';
import { PythonNode } from './node.ts';

type Definition = OwnTree['definitions'][number];

/** Adds a definition, an assignment or a type alias. */
export function addDeclared(tree: OwnTree, node: PythonNode): void {
  switch (node.code) {
    case codes.function_definition:
    case codes.class_definition:
      if (node.parent?.code !== codes.decorated_definition) addDefinition(tree, node, node);
      return;
    case codes.decorated_definition:
      return addDefinition(tree, node, node.namedChildren[node.namedChildren.length - 1]!);
    case codes.type_alias_statement: {
      let name = node.namedChildren[0]!.namedChildren[0];
      if (name?.code === codes.generic_type) name = name.namedChildren[0];
      if (name?.code === codes.identifier) add(tree, { kind: 'typeAlias', node, name });
      return;
    }
    case codes.expression_statement:
      addAssigned(tree, node);
  }
}

type Draft = Pick<Definition, 'kind' | 'node' | 'name'> & Partial<Pick<Definition, 'body' | 'params'>>;

function add({ definitions }: OwnTree, { kind, node, name, body = null, params = null }: Draft): void {
  definitions.push({ pattern: 0, kind, node, name, body, params });
}

/** @param node the definition, with its decorators if it has any */
function addDefinition(tree: OwnTree, node: PythonNode, inner: PythonNode): void {
  const name = inner.part(0)!;
  const body = inner.partOf(codes.block)!;
  if (inner.code === codes.class_definition) return add(tree, { kind: 'class', node, name, body });
  add(tree, { kind: 'function', node, name, body, params: inner.partOf(codes.parameters) });
  if (name.endIndex - name.startIndex === 8 && name.text === '__init__')
    for (const statement of body.namedChildren) addProperties(tree, statement);
}

/** The assignment of a statement; null for other statements. */
function assignmentOf(statement: PythonNode): PythonNode | null {
  const first = statement.code === codes.expression_statement ? statement.namedChildren[0] : undefined;
  return first?.code === codes.assignment ? first : null;
}

/** Adds the properties `self.x = v` of a constructor. */
function addProperties(tree: OwnTree, node: PythonNode): void {
  const assignment = assignmentOf(node);
  const left = assignment?.namedChildren[0];
  if (assignment === null || left === undefined) return;
  if (left.code === codes.attribute) addProperty(tree, { node, target: left, params: null });
  else if (left.code === codes.pattern_list) {
    const params = signOf(assignment, left);
    for (const target of left.namedChildren)
      if (target.code === codes.attribute) addProperty(tree, { node, target, params });
  }
}

function addProperty(
  tree: OwnTree,
  { node, target, params }: { node: PythonNode; target: PythonNode; params: PythonNode | null },
): void {
  const object = target.namedChildren[0];
  const name = target.namedChildren[target.namedChildren.length - 1]!;
  if (object?.code === codes.identifier && isSelf(object)) add(tree, { kind: 'property', node, name, params });
}

function isSelf({ source, startIndex, endIndex }: PythonNode): boolean {
  return endIndex - startIndex === 4 && source.startsWith('self', startIndex);
}

/** The `=` of an assignment without an annotation; the signature starts there. */
function signOf({ source, row }: PythonNode, left: PythonNode): PythonNode {
  const at = source.indexOf('=', left.endIndex);
  return new PythonNode(source, codes.other, at, at + 1, row, 0, []);
}

function addAssigned(tree: OwnTree, node: PythonNode): void {
  const assignment = assignmentOf(node);
  const left = assignment?.namedChildren[0];
  if (assignment === null || left === undefined) return;
  const right = assignment.right();
  if (left.code === codes.identifier) {
    if (right?.code === codes.lambda) {
      const params = right.childForFieldName('parameters');
      add(tree, { kind: 'function', node, name: left, body: right.childForFieldName('body'), params });
    } else add(tree, { kind: 'variable', node, name: left });
  } else if (right !== null) addUnpacked(tree, node, left, signOf(assignment, left));
  // `a = b = c`: at most two further targets.
  let inner = right;
  for (let level = 0; level < 2 && inner?.code === codes.assignment; level++) {
    const name = inner.namedChildren[0];
    if (name?.code === codes.identifier) add(tree, { kind: 'variable', node, name });
    inner = inner.right();
  }
}

/** `a, (b, *c) = …`: two levels of tuples, one of a list. */
// eslint-disable-next-line max-params
function addUnpacked(tree: OwnTree, node: PythonNode, left: PythonNode, params: PythonNode, isInner = false): void {
  const isTuple = left.code === codes.pattern_list || left.code === codes.tuple_pattern;
  if (!isTuple && left.code !== codes.list_pattern) return;
  for (const part of left.namedChildren) {
    if (part.code === codes.identifier) add(tree, { kind: 'variable', node, name: part, params });
    else if (part.code === codes.list_splat_pattern) {
      const [name] = part.namedChildren;
      if (name?.code === codes.identifier) add(tree, { kind: 'variable', node, name, params });
    } else if (isTuple && !isInner && part.code === codes.tuple_pattern) addUnpacked(tree, node, part, params, true);
  }
}
