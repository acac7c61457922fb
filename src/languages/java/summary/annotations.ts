/** Annotations: sites at their names, and their arguments. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import { code, codeOf, codeSet, partsOf } from './node-codes.ts';

/** Annotations of the platform, which get no site. */
const builtinAnnotations: ReadonlySet<string> = new Set(
  'Override Deprecated SuppressWarnings FunctionalInterface SafeVarargs'.split(' '),
);
const annotations = codeSet('annotation marker_annotation');
const names = codeSet('identifier scoped_identifier');
const argumentsCode = code('annotation_argument_list');
const pairCode = code('element_value_pair');
const identifierCode = code('identifier');

export function isAnnotation(node: SyntaxNode): boolean {
  return annotations.has(codeOf(node));
}

export function visitAnnotation(c: Collector, node: SyntaxNode): void {
  const { writer } = c;
  const { scope } = c.frame;
  let type = 0;
  for (const part of partsOf(node)) {
    if (names.has(codeOf(part))) {
      const path = identifiersOf(part);
      const strings = path.map((name) => nameText(c, name));
      const last = strings.at(-1);
      if (last === undefined || builtinAnnotations.has(last)) continue;
      const list = writer.list(strings.map((name) => writer.string(name)));
      type = writer.node(ops.named, list, scope, 0);
      writer.site(siteKinds.decorate, type, placeOf(path.at(-1)!), scope);
    } else if (codeOf(part) === argumentsCode) visitArguments(c, part, type);
  }
}

function identifiersOf(node: SyntaxNode): SyntaxNode[] {
  const path: SyntaxNode[] = [];
  for (let current: SyntaxNode | undefined = node; current !== undefined;) {
    if (codeOf(current) === identifierCode) {
      path.unshift(current);
      break;
    }
    const parts = partsOf(current);
    const name = parts.at(-1);
    if (name !== undefined && codeOf(name) === identifierCode) path.unshift(name);
    current = parts.length > 1 ? parts[0] : undefined;
  }
  return path;
}

/** In `key = value`, the key is a method of the annotation type. */
function visitArguments(c: Collector, node: SyntaxNode, type: number): void {
  const { writer } = c;
  for (const part of partsOf(node)) {
    if (codeOf(part) !== pairCode) {
      c.visit(part);
      continue;
    }
    const [key, value] = partsOf(part);
    if (key !== undefined && type !== 0) {
      const element = writer.node(ops.overload, writer.member(writer.node(ops.cast, type, 0), nameText(c, key)), -1);
      writer.site(siteKinds.read, element, placeOf(key), c.frame.scope);
    }
    if (value !== undefined && value !== key) c.visit(value);
  }
}
