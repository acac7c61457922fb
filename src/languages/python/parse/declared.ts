/** Adds to a tree the definitions that the query would capture in the tree of the grammar. */
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

/** A definition, whose missing parts are null. */
type Draft = Pick<Definition, 'kind' | 'node' | 'name'> & Partial<Pick<Definition, 'body' | 'params'>>;

function add({ definitions }: OwnTree, { kind, node, name, body = null, params = null }: Draft): void {
  // Each name has one definition, so the number of the pattern does not matter.
  definitions.push({ pattern: 0, kind, node, name, body, params });
}

/**
 * @param node the definition with its decorators, if it has any
 * @param undecorated the function or class itself
 */
function addDefinition(tree: OwnTree, node: PythonNode, undecorated: PythonNode): void {
  const name = undecorated.part(0)!;
  const body = undecorated.partOf(codes.block)!;
  if (undecorated.code === codes.class_definition) return add(tree, { kind: 'class', node, name, body });
  add(tree, { kind: 'function', node, name, body, params: undecorated.partOf(codes.parameters) });
  // The length is compared first, because `text` makes a new string.
  if (name.endIndex - name.startIndex === '__init__'.length && name.text === '__init__')
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
    const params = equalsSignOf(assignment, left);
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
  return endIndex - startIndex === 'self'.length && source.startsWith('self', startIndex);
}

/** The `=` of an assignment without an annotation. The signature of the definition starts there. */
function equalsSignOf({ source, row }: PythonNode, left: PythonNode): PythonNode {
  const at = source.indexOf('=', left.endIndex);
  return new PythonNode(source, codes.other, at, at + 1, row, 0, []);
}

/** Adds the variables of an assignment statement. */
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
  } else if (right !== null) addUnpacked(tree, node, left, equalsSignOf(assignment, left));
  // `a = b = c = 1`: like the query, at most two further targets.
  let furtherAssignment = right;
  for (let level = 0; level < 2 && furtherAssignment?.code === codes.assignment; level++) {
    const name = furtherAssignment.namedChildren[0];
    if (name?.code === codes.identifier) add(tree, { kind: 'variable', node, name });
    furtherAssignment = furtherAssignment.right();
  }
}

/** `a, (b, *c) = …`: like the query, two levels of tuples, but only one of a list. */
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
