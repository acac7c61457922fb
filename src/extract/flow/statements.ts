/** Rewrites Flow's statements and declarations as TypeScript. */
import type { Edits } from './edits.ts';
import { fieldOf, listOf, nodesExcept, nodesOf, noNodes, textOf, type FlowNode } from './nodes.ts';
import { blank, keepOnlyLastOptional, type Rewrite } from './rewrites.ts';

/** By node type. */
export const statementRewrites: Readonly<Record<string, Rewrite>> = {
  ArrowFunctionExpression(edits, node) {
    // In a file with elements, `<T>(x) => …` would be an element.
    return withoutFields(edits, node, ['typeParameters']);
  },
  AssignmentPattern(edits, node) {
    const left = fieldOf(node, 'left');
    if (left?.['optional'] === true) edits.blankWord('?', ...left.range);
    return nodesOf(node);
  },
  ComponentDeclaration(edits, node) {
    edits.replace('component', 'function', ...node.range);
    return withoutFields(edits, node, ['rendersType']);
  },
  ComponentParameter(edits, node) {
    // `'aria-label' as label: string` binds `label`.
    const local = fieldOf(node, 'local');
    if (local !== null && node['shorthand'] !== true) edits.blank(node.range[0], local.range[0]);
    return local === null ? noNodes : [local];
  },
  DeclareClass(edits, node) {
    const body = fieldOf(node, 'body');
    const mixins = listOf(node, 'mixins');
    if (mixins.length > 0) edits.blank(edits.lastBefore('mixins', mixins[0]!.range[0]), mixins.at(-1)!.range[1]);
    if (body === null) return nodesExcept(node, ...mixins);
    edits.separateMembers(body);
    // A TypeScript class cannot be called.
    const calls = listOf(body, 'callProperties');
    for (const { range } of calls) edits.dropMember(...range);
    return [...nodesExcept(node, body, ...mixins), ...nodesExcept(body, ...calls)];
  },
  DeclareExportAllDeclaration(edits, node) {
    return withoutDeclare(edits, node);
  },
  DeclareExportDeclaration(edits, node, parent) {
    // In a declared module, `rewriteAll` removes the word `declare`.
    if (parent?.type === 'BlockStatement') return nodesOf(node);
    // TypeScript has no form for a declared default export.
    if (node['default'] === true) return blank(edits, node, null);
    if (fieldOf(node, 'declaration') === null) return withoutDeclare(edits, node);
    if (textOf(edits.text, node).startsWith('declare export')) edits.put(node.range[0], 'export declare');
    return nodesOf(node);
  },
  DeclareModuleExports: blank,
  DeclareOpaqueType: blank,
  EnumDeclaration(edits, node) {
    const body = fieldOf(node, 'body');
    if (body === null) return noNodes;
    const open = edits.text.indexOf('{', body.range[0]);
    edits.blank(body.range[0], open);
    if (body['hasUnknownMembers'] === true) edits.dropLast('...', open, body.range[1]);
    return noNodes;
  },
  FunctionDeclaration(edits, node) {
    return withOptionalLast(edits, node);
  },
  FunctionExpression(edits, node, parent) {
    const kind = parent?.type === 'MethodDefinition' || parent?.type === 'Property' ? parent['kind'] : 'method';
    // In TypeScript, constructors and setters have neither a result type nor type parameters.
    if (kind === 'constructor' || kind === 'set') return withoutFields(edits, node, ['returnType', 'typeParameters']);
    return withOptionalLast(edits, node);
  },
  ImportDeclaration(edits, node) {
    const [start, end] = node.range;
    const specifiers = listOf(node, 'specifiers');
    if (node['importKind'] === 'typeof') edits.replace('typeof', 'type', start, end);
    // In an import of types, TypeScript allows a default import or named imports, not both.
    const isBoth = specifiers.length > 1 && specifiers[0]!.type === 'ImportDefaultSpecifier';
    if (isBoth && node['importKind'] !== 'value') edits.blank(start + 'import'.length, specifiers[0]!.range[0]);
    for (const { range, importKind } of specifiers)
      if (importKind === 'typeof') edits.replace('typeof', 'type', ...range);
    return noNodes;
  },
  OpaqueType(edits, node) {
    const [start, end] = node.range;
    const right = fieldOf(node, 'impltype');
    if (right === null) return blank(edits, node, null);
    edits.blankWord('opaque', start, end);
    const bound = fieldOf(node, 'supertype');
    if (bound !== null) edits.blank(edits.lastBefore(':', bound.range[0]), bound.range[1]);
    return nodesExcept(node, bound);
  },
  TypeCastExpression(edits, node) {
    return withoutFields(edits, node, ['typeAnnotation']);
  },
};

function withoutDeclare(edits: Edits, { range: [start] }: FlowNode): readonly FlowNode[] {
  edits.blank(start, start + 'declare'.length);
  return noNodes;
}

/** Blanks some fields of a node. */
function withoutFields(edits: Edits, node: FlowNode, fields: readonly string[]): readonly FlowNode[] {
  const blanked = fields.map((field) => fieldOf(node, field));
  for (const inner of blanked) if (inner !== null) edits.blank(...inner.range);
  return withOptionalLast(edits, node, blanked);
}

/** Rewrites optional parameters. @returns the inner nodes, except those that were blanked */
function withOptionalLast(
  edits: Edits,
  node: FlowNode,
  blanked: readonly (FlowNode | null)[] = [],
): readonly FlowNode[] {
  keepOnlyLastOptional(edits, node);
  return nodesExcept(node, ...blanked);
}
