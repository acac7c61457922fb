/** Written types, and simple types in doc comments. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { fullName, lastNameNode, namedType, partsOf, placeOf, textOf, type Collector } from './collector.ts';

const primitiveCodes: ReadonlyMap<string, number> = new Map([
  ['string', primitives.string],
  ['int', primitives.number],
  ['float', primitives.number],
  ['bool', primitives.boolean],
  ['true', primitives.boolean],
  ['false', primitives.boolean],
  ['void', primitives.nothing],
  ['null', primitives.nothing],
  ['never', primitives.nothing],
]);

const maxDepth = 100;

/**
 * The node of a written type; 0 where the type gives no information (`mixed`, `array`).
 * @param site the kind of the site at each class name in the type
 */
export function typeOf(c: Collector, node: SyntaxNode | null, site: number = siteKinds.type, depth = 0): number {
  if (node === null || depth > maxDepth) return 0;
  const { writer } = c;
  switch (node.type) {
    case 'name':
    case 'qualified_name':
    case 'relative_name':
      return className(c, node, site);
    case 'primitive_type': {
      const code = primitiveCodes.get(textOf(c, node).toLowerCase());
      return code === undefined ? 0 : writer.node(ops.primitiveType, code);
    }
    case 'union_type':
    case 'disjunctive_normal_form_type':
    case 'type_list':
    case 'intersection_type': {
      const types = partsOf(node)
        .map((part) => typeOf(c, part, site, depth + 1))
        .filter((type) => type !== 0);
      return types.length < 2 ? (types[0] ?? 0) : writer.node(ops.union, writer.list(types.slice(0, 8)));
    }
    case 'named_type':
    case 'optional_type': {
      const [namedNode] = partsOf(node);
      return namedNode === undefined ? 0 : typeOf(c, namedNode, site, depth + 1);
    }
    default:
      return 0;
  }
}

/** The type of a class name. Writes a site at the name, except for `self`, `static` and `parent`. */
export function className(c: Collector, node: SyntaxNode, site: number): number {
  const text = textOf(c, node);
  const relative = relativeType(c, text.toLowerCase());
  if (relative !== undefined) return relative;
  const type = namedType(c, fullName(c, text, 'classes'));
  c.writer.site(site, type, placeOf(lastNameNode(node)), c.scope);
  return type;
}

/** `self`, `static`, `parent`; undefined for other names. */
function relativeType(c: Collector, name: string): number | undefined {
  if (name === 'self' || name === 'static') return c.writer.node(ops.thisType, c.scope);
  return name === 'parent' ? c.writer.node(ops.typeOf, c.writer.node(ops.super, c.scope)) : undefined;
}

/** Types in doc comments that are no classes. */
const notClasses =
  /^(?:array|mixed|object|callable|iterable|resource|scalar|class-string|list|numeric|positive-int|int|string|bool|float|void|null|false|true|never)$/i;

/** A type in a doc comment: one class (`A`, `?A`, `self`, `$this`) or a list of one (`A[]`); 0 for more complex types. */
export function documentedType(c: Collector, text: string): number {
  const { writer } = c;
  const parts = text.split('|').filter((part) => part.toLowerCase() !== 'null');
  const [only] = parts;
  if (only === undefined || parts.length !== 1) return 0;
  const [, name = '', listMark = ''] = /^\??(\$this|\\?[A-Za-z_]\w*(?:\\\w+)*)(\[\])?$/.exec(only) ?? [];
  if (name === '' || notClasses.test(name)) return 0;
  const type =
    name === '$this' || /^(?:static|self)$/i.test(name)
      ? writer.node(ops.thisType, c.scope)
      : namedType(c, fullName(c, name, 'classes'));
  return listMark === '' ? type : writer.node(ops.arrayOf, type);
}

/** The doc comment of a declaration, at most 20,000 characters of it; '' for none. */
export function documentation(c: Collector, node: SyntaxNode): string {
  const before = node.previousNamedSibling;
  if (before?.type !== 'comment') return '';
  const text = textOf(c, before);
  return text.startsWith('/**') ? text.slice(0, 20_000) : '';
}

/**
 * The type in a tag of a doc comment; 0 where the tag is missing or its type is too complex.
 * @param variable the name of the parameter, for `@param`
 */
export function tagType(c: Collector, comment: string, tag: 'return' | 'var' | 'param', variable = ''): number {
  if (!comment.includes(`@${tag}`)) return 0;
  const pattern =
    variable === '' ? `@${tag}[ \\t]+([^\\s*]+)` : `@${tag}[ \\t]+([^\\s*]+)[ \\t]+(?:\\.\\.\\.)?\\$${variable}\\b`;
  const found = new RegExp(pattern).exec(comment)?.[1];
  return found === undefined ? 0 : documentedType(c, found);
}
