/** Patterns: the variables that they bind, and the values of these variables. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { declareLocal, nameOf, partOf, partsOf, placeOf, type Collector } from '../../nominal-summary.ts';
import { withinDepth } from './depth.ts';
import { valueIn } from './runs.ts';
import { childrenOf, typeIn } from './types.ts';

/** The value that a pattern is matched with. */
interface Matched {
  /** 0: unknown. */
  value: number;
  /** In a declaration, a bare name is a new variable. In a `case`, it is a constant. */
  isDeclaring: boolean;
}

export function isPattern({ type }: SyntaxNode): boolean {
  return type.endsWith('_pattern');
}

/** Declares the variables of the patterns among these nodes. The other nodes are visited as expressions. */
export function matchIn(c: Collector, nodes: readonly SyntaxNode[], matched: Matched): void {
  for (const node of nodes) if (isPattern(node)) withinDepth(c, undefined, () => matchPattern(c, node, matched));
  valueIn(
    c,
    nodes.filter((node) => !isPattern(node)),
  );
}

function matchPattern(c: Collector, node: SyntaxNode, matched: Matched): void {
  switch (node.type) {
    case 'variable_pattern':
      bindVariable(c, node, matched.value);
      return;
    case 'constant_pattern':
      matchConstant(c, node, matched);
      return;
    case 'object_pattern': {
      const type = typeIn(c, childrenOf(node));
      // If the type is not one of the project, the type of the matched value is used: it may have type arguments.
      const value = type === 0 ? matched.value : c.writer.node(ops.documented, type, matched.value);
      matchFields(c, node, { ...matched, value });
      return;
    }
    case 'record_pattern':
      matchFields(c, node, matched);
      return;
    case 'list_pattern':
      for (const part of partsOf(node)) {
        const isRest = part.type === 'rest_pattern';
        const value = isRest || matched.value === 0 ? matched.value : c.writer.node(ops.element, matched.value);
        matchIn(c, isRest ? partsOf(part) : [part], { ...matched, value });
      }
      return;
    case 'map_pattern':
      matchEntries(c, node, matched);
      return;
    case 'cast_pattern': {
      const children = childrenOf(node);
      const asIndex = children.findIndex((child) => child.type === 'as');
      const type = typeIn(c, children.slice(asIndex));
      const value = type === 0 ? matched.value : c.writer.node(ops.cast, type, 0);
      matchIn(c, children.slice(0, Math.max(0, asIndex)).filter(isPattern), { ...matched, value });
      return;
    }
    default:
      matchIn(c, partsOf(node), matched);
  }
}

function bindVariable(c: Collector, node: SyntaxNode, value: number): void {
  const name = partsOf(node).findLast((part) => part.type === 'identifier');
  const type = typeIn(c, childrenOf(node));
  if (name !== undefined) declareLocal(c, { name, type, value });
}

function matchConstant(c: Collector, node: SyntaxNode, { value, isDeclaring }: Matched): void {
  const parts = partsOf(node);
  const [name] = parts;
  if (name?.type !== 'identifier' || parts.length > 1) {
    const qualified = partOf(parts, 'qualified');
    if (qualified === undefined) valueIn(c, childrenOf(node));
    else visitQualified(c, qualified);
  } else if (isDeclaring) declareLocal(c, { name, type: 0, value });
  else if (nameOf(c, name) !== '_') valueIn(c, [name]);
}

/** `A.b`, with a site at each name. */
export function visitQualified(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  let value = 0;
  for (const part of partsOf(node)) {
    value = value === 0 ? writer.name(nameOf(c, part), c.frame.scope) : writer.member(value, nameOf(c, part));
    writer.site(siteKinds.read, value, placeOf(part), c.frame.scope);
  }
  return value;
}

/** Fields in a pattern: `a: PATTERN`, `:final a` and, for a record, patterns by position. */
function matchFields(c: Collector, node: SyntaxNode, matched: Matched): void {
  let label: SyntaxNode | null = null;
  let field: number | null = null;
  let count = 0;
  const rest: SyntaxNode[] = [];
  for (const child of childrenOf(node)) {
    if (child.type === ',' || child.type === '(') [label, field] = [null, null];
    else if (child.type === 'identifier') label = child;
    else if (child.type === ':') {
      const name = label ?? boundName(child.nextSibling);
      field = name === null ? 0 : fieldOf(c, matched.value, nameOf(c, name), name);
    } else if (isPattern(child)) {
      const value = field ?? fieldOf(c, matched.value, `$${(count += 1)}`, null);
      matchIn(c, [child], { ...matched, value });
    } else if (field !== null) rest.push(child);
  }
  valueIn(c, rest);
}

/** The name of the variable in a pattern. `:final a` means the field with the name of its variable. */
function boundName(pattern: SyntaxNode | null): SyntaxNode | null {
  return pattern?.descendantsOfType('identifier')[0] ?? null;
}

function fieldOf(c: Collector, value: number, text: string, name: SyntaxNode | null): number {
  if (value === 0) return 0;
  const field = c.writer.member(value, text);
  if (name !== null) c.writer.site(siteKinds.read, field, placeOf(name), c.frame.scope);
  return field;
}

/** Entries in a map pattern: `'key': PATTERN`. */
function matchEntries(c: Collector, node: SyntaxNode, matched: Matched): void {
  let key: SyntaxNode[] = [];
  for (const child of childrenOf(node)) {
    if (child.type === ',' || child.type === '{') key = [];
    else if (isPattern(child)) {
      const keyValue = valueIn(c, key);
      const value = matched.value === 0 ? 0 : c.writer.node(ops.index, matched.value, keyValue);
      matchIn(c, [child], { ...matched, value });
      key = [];
    } else key.push(child);
  }
}
