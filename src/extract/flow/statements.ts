/** Rewrites Flow's statements and declarations as TypeScript. */
import type { Edits } from './edits.ts';
import { fieldOf, listOf, nodesBut, nodesOf, none, textOf, type FlowNode } from './nodes.ts';
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
    return local === null ? none : [local];
  },
  DeclareClass(edits, node) {
    const body = fieldOf(node, 'body');
    const mixins = listOf(node, 'mixins');
    if (mixins.length > 0) edits.blank(edits.lastBefore('mixins', mixins[0]!.range[0]), mixins.at(-1)!.range[1]);
    if (body === null) return nodesBut(node, ...mixins);
    edits.separateMembers(body);
    // A TypeScript class cannot be called.
    const calls = listOf(body, 'callProperties');
    for (const { range } of calls) edits.dropMember(...range);
    return [...nodesBut(node, body, ...mixins), ...nodesBut(body, ...calls)];
  },
  DeclareExportAllDeclaration(edits, node) {
    return withoutDeclare(edits, node);
  },
  DeclareExportDeclaration(edits, node, parent) {
    if (parent?.type === 'BlockStatement') return nodesOf(node);
    if (node['default'] === true) return blank(edits, node, null);
    if (fieldOf(node, 'declaration') === null) return withoutDeclare(edits, node);
    if (textOf(edits.text, node).startsWith('declare export')) edits.put(node.range[0], 'export declare');
    return nodesOf(node);
  },
  DeclareModuleExports: blank,
  DeclareOpaqueType: blank,
  EnumDeclaration(edits, node) {
    const body = fieldOf(node, 'body');
    if (body === null) return none;
    const open = edits.text.indexOf('{', body.range[0]);
    edits.blank(body.range[0], open);
    if (body['hasUnknownMembers'] === true) edits.dropLast('...', open, body.range[1]);
    return none;
  },
  FunctionDeclaration(edits, node) {
    return withOptionalLast(edits, node);
  },
  FunctionExpression(edits, node, parent) {
    const kind = parent?.type === 'MethodDefinition' || parent?.type === 'Property' ? parent['kind'] : 'method';
    if (kind === 'constructor' || kind === 'set') return withoutFields(edits, node, ['returnType', 'typeParameters']);
    return withOptionalLast(edits, node);
  },
  ImportDeclaration(edits, node) {
    const [start, end] = node.range;
    const specifiers = listOf(node, 'specifiers');
    if (node['importKind'] === 'typeof') edits.replace('typeof', 'type', start, end);
    // TypeScript allows only one of them in an import of types.
    const isBoth = specifiers.length > 1 && specifiers[0]!.type === 'ImportDefaultSpecifier';
    if (isBoth && node['importKind'] !== 'value') edits.blank(start + 'import'.length, specifiers[0]!.range[0]);
    for (const { range, importKind } of specifiers)
      if (importKind === 'typeof') edits.replace('typeof', 'type', ...range);
    return none;
  },
  OpaqueType(edits, node) {
    const [start, end] = node.range;
    const right = fieldOf(node, 'impltype');
    if (right === null) return blank(edits, node, null);
    edits.blankWord('opaque', start, end);
    const bound = fieldOf(node, 'supertype');
    if (bound !== null) edits.blank(edits.lastBefore(':', bound.range[0]), bound.range[1]);
    return nodesBut(node, bound);
  },
  TypeCastExpression(edits, node) {
    return withoutFields(edits, node, ['typeAnnotation']);
  },
};

function withoutDeclare(edits: Edits, { range: [start] }: FlowNode): readonly FlowNode[] {
  edits.blank(start, start + 'declare'.length);
  return none;
}

/** Blanks some fields of a node. */
function withoutFields(edits: Edits, node: FlowNode, fields: readonly string[]): readonly FlowNode[] {
  const left = fields.map((field) => fieldOf(node, field));
  for (const one of left) if (one !== null) edits.blank(...one.range);
  return withOptionalLast(edits, node, left);
}

function withOptionalLast(edits: Edits, node: FlowNode, left: readonly (FlowNode | null)[] = []): readonly FlowNode[] {
  keepOnlyLastOptional(edits, node);
  return nodesBut(node, ...left);
}
