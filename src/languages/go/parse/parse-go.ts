/**
 * Our own parser for Go. For plain, well-formed files it makes the same tree as the grammar, at a fraction of the cost.
 * Invariant: returns the tree that the grammar would make, or null. Broken, generic or ambiguous code is left to the grammar.
 */
import type { OwnTree, SyntaxNode } from '../../language.ts';
import { codes } from './codes.ts';
import { parseDeclaration, parseSourceFile } from './declarations.ts';
import { parseExpression } from './expressions.ts';
import type { GoNode } from './node.ts';
import { notPlain, Scanner, type Rules } from './scanner.ts';
import { parseBlock } from './statements.ts';

const rules: Rules = { expression: parseExpression, block: parseBlock, declaration: parseDeclaration };

export function parseGo(text: string): OwnTree | null {
  try {
    const scanner = new Scanner(text, rules);
    const root = parseSourceFile(scanner);
    const { comments, declared } = scanner;
    const tree: OwnTree = { root, comments, imports: [], definitions: [] };
    for (const node of declared) addDeclared(tree, node);
    return tree;
  } catch (error) {
    if (error === notPlain) return null;
    throw error;
  }
}

/** Adds the definitions that the query of `go.ts` captures for a declaration. */
function addDeclared(tree: OwnTree, node: GoNode): void {
  const { name = null, parameters = null, body = null, type = null } = node.fields ?? {};
  const add = (kind: OwnTree['definitions'][number]['kind'], parts: Draft): void => {
    tree.definitions.push({ pattern: 0, kind, node, ...parts });
  };
  switch (node.code) {
    case codes.import_spec:
      tree.imports.push(node);
      return;
    case codes.function_declaration:
      return add('function', { name: name!, body, params: parameters });
    case codes.method_declaration:
    case codes.method_elem:
      return add('method', { name: name!, body, params: parameters });
    case codes.type_spec: {
      const isStruct = type?.code === codes.struct_type;
      const isInterface = type?.code === codes.interface_type;
      const kind = isStruct ? 'class' : isInterface ? 'interface' : 'typeAlias';
      return add(kind, { name: name!, body: isStruct || isInterface ? type : null, params: null });
    }
    case codes.type_alias:
      return add('typeAlias', { name: name!, body: null, params: null });
    case codes.field_declaration:
      for (const part of node.namedChildren)
        if (part.code === codes.field_identifier) add('property', { name: part, body: null, params: type });
      return;
    default:
      addValues(node, add);
  }
}

interface Draft {
  name: SyntaxNode;
  body: SyntaxNode | null;
  params: SyntaxNode | null;
}

/** Adds variables and constants. A variable whose value is a function literal is added as a function. */
function addValues(node: GoNode, add: (kind: 'function' | 'variable', parts: Draft) => void): void {
  const { type = null, value = null, sign = null } = node.fields ?? {};
  const values = value?.namedChildren ?? [];
  const literal = node.code === codes.var_spec && values.length === 1 ? values[0]! : null;
  const isFunction = literal?.code === codes.func_literal;
  for (const name of node.namedChildren) {
    if (name.code !== codes.identifier) continue;
    if (isFunction) {
      const { parameters = null, body = null } = literal.fields ?? {};
      add('function', { name, body, params: parameters });
    } else if (node.code === codes.const_spec || type !== null || sign !== null)
      add('variable', { name, body: null, params: type ?? sign });
  }
}
