/** Conditions, `switch`, `catch` and loops: the names that their patterns use and bind. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import { declareVariable, inBlock, partOf, partsOf, placeOf, textOf, type Collector } from './collector.ts';
import { visitName } from './expressions.ts';
import { visitExpected } from './implicit-members.ts';
import { isType, typeOf } from './types.ts';

/** Limits the recursion; real patterns nest less deeply. */
const maxDepth = 50;

interface Match {
  /** Node of the matched value; 0: unknown. */
  subject: number;
  /** Whether the pattern stands after `let` or `var`, so its names are bound. */
  isBinding: boolean;
}

/** Binds the names in the parts of a pattern. Cases are members of the matched value; their associated values are unknown. */
function bindParts(c: Collector, parts: readonly SyntaxNode[], { subject, ...match }: Match, depth = 0): void {
  const isBinding = match.isBinding || parts.some((part) => part.type === 'value_binding_pattern');
  const subpatterns = parts.filter((part) => part.type === 'pattern');
  const isCase = parts.some((part) => isDotted(c, part));
  let type = 0;
  for (const part of parts) {
    if (part.type === 'simple_identifier') {
      // `name:` in `(name: let x)`
      const isLabel = part !== parts.at(-1) && c.source[part.endIndex] === ':';
      if (!isLabel) bindName(c, part, { subject: type === 0 ? subject : type, isBinding });
    } else if (part.type === 'pattern') {
      // A single pattern in parentheses matches an associated value, which is not known.
      const whole = subpatterns.length === 1 && c.source[part.endIndex] !== ')' ? subject : 0;
      const isTuple = subject !== 0 && subpatterns.length > 1;
      const item = isTuple ? c.writer.node(ops.item, subject, subpatterns.indexOf(part)) : whole;
      if (depth < maxDepth) bindParts(c, partsOf(part), { subject: isCase ? 0 : item, isBinding }, depth + 1);
    } else if (isType(part)) {
      const patternType = typeOf(c, part);
      type = patternType === 0 ? 0 : c.writer.node(ops.cast, patternType, 0);
    } else if (part.type !== 'value_binding_pattern') c.visit(part);
  }
}

/** Whether the part is the name of a case: `.name`. */
function isDotted(c: Collector, part: SyntaxNode): boolean {
  return part.type === 'simple_identifier' && c.source[part.startIndex - 1] === '.';
}

function bindName(c: Collector, part: SyntaxNode, { subject, isBinding }: Match): void {
  if (isDotted(c, part)) {
    c.writer.site(siteKinds.read, c.writer.member(subject, textOf(c, part)), placeOf(part), c.scope);
  } else if (isBinding) c.locals?.set(textOf(c, part), subject);
  else visitName(c, part);
}

/** Visits `if let a = b` and `guard let a = b`: `a` is visible in the block of the `if`, and in the code after the `guard`. */
export function visitConditions(c: Collector, node: SyntaxNode): number {
  const visitAll = (): void => {
    let boundName: SyntaxNode | null = null;
    let type = 0;
    const bindings: { name: SyntaxNode; type: number; value: number }[] = [];
    const endBinding = (value: number): void => {
      if (boundName !== null) bindings.push({ name: boundName, type, value });
      boundName = null;
      type = 0;
    };
    const declareAll = (): void => {
      // `if let a`: the new `a` has the value of the old one.
      if (boundName !== null)
        endBinding(c.locals?.get(textOf(c, boundName)) ?? c.writer.name(textOf(c, boundName), c.scope));
      for (const binding of bindings.splice(0)) declareVariable(c, binding.name, binding);
    };
    const isGuard = node.type === 'guard_statement';
    // The parts of a `case` pattern, up to the matched value after `=`.
    let pattern: SyntaxNode[] | null = null;
    let isMatched = false;
    for (const [index, part] of node.children.entries()) {
      if (part?.type === 'case') [pattern, isMatched] = [[], false];
      else if (part?.type === '=' && pattern !== null) isMatched = true;
      if (part === null || !part.isNamed || part.type.endsWith('comment')) continue;
      const previous = node.children[index - 1];
      if (pattern !== null && !isMatched) pattern.push(part);
      else if (pattern !== null) {
        bindParts(c, pattern, { subject: c.visit(part), isBinding: false });
        pattern = null;
      } else if (part.type === 'value_binding_pattern' || part.type === 'where_clause') declareAll();
      else if (part.type === 'simple_identifier' && previous?.type === 'value_binding_pattern') boundName = part;
      else if (part.type === 'type_annotation') type = typeOf(c, part);
      else if (part.type === 'statements' || part.type === 'else' || part.type === 'if_statement') {
        if (!isGuard) declareAll();
        inBlock(c, () => void c.visit(part));
      } else endBinding(c.visit(part));
    }
    declareAll();
  };
  if (node.type === 'guard_statement') visitAll();
  else inBlock(c, visitAll);
  return 0;
}

export function visitFor(c: Collector, node: SyntaxNode): number {
  inBlock(c, () => {
    const item = node.childForFieldName('item');
    const list = node.childForFieldName('collection');
    const value = list === null ? 0 : c.visit(list);
    const name = item === null ? null : partOf(item, 'simple_identifier');
    const element = value === 0 ? 0 : c.writer.node(ops.element, value);
    if (item !== null && item.children[0]?.type === 'case')
      bindParts(c, partsOf(item), { subject: element, isBinding: false });
    else if (name !== null) declareVariable(c, name, { type: 0, value: element });
    for (const part of partsOf(node)) if (part.id !== item?.id && part.id !== list?.id) c.visit(part);
  });
  return 0;
}

/** Visits a `switch`, case by case. The single expression of a case has the expected value of the whole `switch`. */
export function visitSwitch(c: Collector, node: SyntaxNode, expected: number): number {
  const [value, ...entries] = partsOf(node);
  const subject = value === undefined ? 0 : c.visit(value);
  for (const entry of entries) {
    if (entry.type === 'switch_entry') visitEntry(c, entry, { subject, expected });
    else c.visit(entry);
  }
  return 0;
}

export function visitCatch(c: Collector, node: SyntaxNode): number {
  visitEntry(c, node, { subject: 0, expected: 0 });
  return 0;
}

function visitEntry(
  c: Collector,
  node: SyntaxNode,
  { subject, expected }: { subject: number; expected: number },
): void {
  inBlock(c, () => {
    for (const part of partsOf(node)) {
      if (part.type === 'switch_pattern' || part.type === 'pattern') {
        const pattern = part.type === 'pattern' ? part : (partOf(part, 'pattern') ?? part);
        bindParts(c, partsOf(pattern), { subject, isBinding: false });
      } else if (part.type === 'statements' && partsOf(part).length === 1)
        visitExpected(c, partsOf(part)[0]!, expected);
      else c.visit(part);
    }
  });
}
