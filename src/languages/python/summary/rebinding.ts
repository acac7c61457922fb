/** Variables that several statements of one block assign: between two of them, the variable has the value of the last assignment. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import type { Binding } from './frames.ts';
import { codeOf, codes, partsOf, withoutComments } from './node-codes.ts';

/** Limit per block: each binding opens a scope around everything that follows. */
const maxBindings = 20;

/** Longer ranges (UTF-16 units) are not searched. */
const maxRange = 20_000;

interface Bound {
  name: string;
  node: SyntaxNode;
  binding: Binding;
  /** Offset of the next such statement, or of the end of the block. */
  end: number;
  /** End of that next statement, whose right side may still use the old value. */
  last: number;
}

/** The statements of a block that only assign one variable which other statements of the block assign too. Keyed by start offset. */
export function bindingStatements(c: Collector, block: SyntaxNode): ReadonlyMap<number, Bound> | null {
  const { frame } = c;
  if (!frame.rebinds || frame.kind !== 'function') return null;
  const found = new Map<number, Bound>();
  const last = new Map<string, Bound>();
  const rebound = new Set<string>();
  for (const statement of partsOf(block)) {
    const node = boundAlone(statement);
    const name = node === null ? '' : nameText(c, node);
    const binding = frame.names.get(name);
    if (node === null || binding === undefined || binding.variable === -1 || binding.declared.length > 0) continue;
    const before = last.get(name);
    if (before !== undefined) {
      before.end = statement.startIndex;
      before.last = statement.endIndex;
    }
    if (before !== undefined || binding.isParameter) rebound.add(name);
    const bound = { name, node, binding, end: block.endIndex, last: block.endIndex };
    last.set(name, bound);
    found.set(statement.startIndex, bound);
    if (found.size > maxBindings) break;
  }
  for (const [start, { name }] of found) if (!rebound.has(name)) found.delete(start);
  return found.size === 0 ? null : found;
}

/** The variable of `x = …`. */
function boundAlone(statement: SyntaxNode): SyntaxNode | null {
  const [assignment, other] = codeOf(statement) === codes.expression_statement ? partsOf(statement) : [];
  if (assignment === undefined || other !== undefined || codeOf(assignment) !== codes.assignment) return null;
  const parts = withoutComments(partsOf(assignment));
  const [left, right] = parts;
  if (left === undefined || right === undefined || parts.length !== 2 || codeOf(left) !== codes.identifier) return null;
  return codeOf(right) === codes.type || codeOf(right) === codes.assignment ? null : left;
}

/**
 * Kinds of values that can stand for the variable. For a list or an object this does not hold: elements that are added later are
 * recorded for the variable only.
 */
const plain: ReadonlySet<number> = new Set([
  ops.call,
  ops.name,
  ops.member,
  ops.await,
  ops.element,
  ops.item,
  ops.index,
  ops.given,
]);

/** Opens a block in which the variable has the value of the last assignment or, where that is uncertain, all of its values. */
export function enterBound(
  c: Collector,
  { name, node, binding, end, last }: Bound,
  { from, count }: { from: number; count: number },
): void {
  const { writer } = c;
  if (writer.get(binding.variable, entityFields.type) !== 0) return;
  if (last - from < maxRange && !c.source.slice(from, last).includes(name)) return;
  const latest = binding.values.length > count ? binding.values.at(-1)! : 0;
  const isKnown = latest !== 0 && plain.has(writer.opOf(latest)) && end - from < maxRange;
  const isPlain = isKnown && !mayChange(c.source.slice(from, end), name);
  c.scope = writer.scope(c.scope, scopeKinds.block, -1);
  const value = isPlain ? latest : writer.entityNode(binding.variable);
  const flags = entityFlags.narrowed;
  writer.entity({ name, kind: entityKinds.variable, flags, ...placeOf(node), scope: c.scope, value });
}

/** Inner functions also see later assignments. */
const inner = /\b(?:def|lambda|class|global|nonlocal)\b/;
const binder = /^\s*(?:case|import|from|del)\b|\b(?:as|for)\b(?!.*\bin\b)/;
const afterName =
  /^(?:[ \t]*(?:\[|:=|\.(?:append|appendleft|add|insert|setdefault)\b)|(?!\.)[ \t,\w.()[\]*]*(?:[-+*/%@&|^]|\*\*|\/\/|<<|>>)?=(?!=))/;
const partOfName = /[.\p{ID_Continue}]/u;

/** Whether a text may bind a name or add to its value. In doubt, true. */
function mayChange(text: string, name: string): boolean {
  if (inner.test(text)) return true;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const isWhole =
      !partOfName.test(text[at - 1] ?? '') && !partOfName.test((text[at + name.length] ?? '').replace('.', ''));
    if (!isWhole) continue;
    const line = text.lastIndexOf('\n', at) + 1;
    if (binder.test(text.slice(line, at)) || afterName.test(text.slice(at + name.length, at + 200))) return true;
  }
  return false;
}
