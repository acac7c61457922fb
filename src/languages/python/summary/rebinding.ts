/** Variables that statements of one block bind one after the other: in between they hold what they were given last. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import type { Binding } from './frames.ts';
import { codeOf, codes, partsOf, withoutComments } from './node-codes.ts';

/** Bindings of one block that count: each is a scope around all that follows. */
const maxBindings = 20;

/** Longer ranges (UTF-16 units) are not searched. */
const maxRange = 20_000;

interface Bound {
  name: string;
  node: SyntaxNode;
  binding: Binding;
  /** Where it is bound by the next such statement, or the block ends. */
  end: number;
  /** Where that statement ends, which may name it first. */
  last: number;
}

/** The statements of a block that do nothing but bind a variable which others of them bind too, by their start. */
export function bindingStatements(c: Collector, block: SyntaxNode): ReadonlyMap<number, Bound> | null {
  const { frame } = c;
  if (!frame.rebinds || frame.kind !== 'function') return null;
  const found = new Map<number, Bound>();
  const last = new Map<string, Bound>();
  const again = new Set<string>();
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
    if (before !== undefined || binding.isParameter) again.add(name);
    const bound = { name, node, binding, end: block.endIndex, last: block.endIndex };
    last.set(name, bound);
    found.set(statement.startIndex, bound);
    if (found.size > maxBindings) break;
  }
  for (const [start, { name }] of found) if (!again.has(name)) found.delete(start);
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

/** What a value says that stands for itself: what is added to a list or an object later is known of the variable alone. */
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

/** Goes into a block where the variable holds what the statement just gave it, or, where that cannot be told, whatever it may hold. */
export function enterBound(
  c: Collector,
  { name, node, binding, end, last }: Bound,
  { from, count }: { from: number; count: number },
): void {
  const { writer } = c;
  if (writer.get(binding.variable, entityFields.type) !== 0) return;
  if (last - from < maxRange && !c.source.slice(from, last).includes(name)) return;
  const given = binding.values.length > count ? binding.values.at(-1)! : 0;
  const isKnown = given !== 0 && plain.has(writer.opOf(given)) && end - from < maxRange;
  const isPlain = isKnown && !mayChange(c.source.slice(from, end), name);
  c.scope = writer.scope(c.scope, scopeKinds.block, -1);
  const value = isPlain ? given : writer.entityNode(binding.variable);
  const flags = entityFlags.narrowed;
  writer.entity({ name, kind: entityKinds.variable, flags, ...placeOf(node), scope: c.scope, value });
}

/** Functions see what comes later, too. */
const inner = /\b(?:def|lambda|class|global|nonlocal)\b/;
const binder = /^\s*(?:case|import|from|del)\b|\b(?:as|for)\b(?!.*\bin\b)/;
const behind =
  /^(?:[ \t]*(?:\[|:=|\.(?:append|appendleft|add|insert|setdefault)\b)|(?!\.)[ \t,\w.()[\]*]*(?:[-+*/%@&|^]|\*\*|\/\/|<<|>>)?=(?!=))/;
const partOfName = /[.\p{ID_Continue}]/u;

/** Whether a text may bind a name, or add to what it holds: rather once too often. */
function mayChange(text: string, name: string): boolean {
  if (inner.test(text)) return true;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const isWhole =
      !partOfName.test(text[at - 1] ?? '') && !partOfName.test((text[at + name.length] ?? '').replace('.', ''));
    if (!isWhole) continue;
    const line = text.lastIndexOf('\n', at) + 1;
    if (binder.test(text.slice(line, at)) || behind.test(text.slice(at + name.length, at + 200))) return true;
  }
  return false;
}
