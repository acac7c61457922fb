/**
 * Variables of a function that several statements of one block assign: from one of these statements to the next, the variable has
 * the value that the former assigns.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';
import { nameText, placeOf, type Collector } from './collector.ts';
import type { Binding } from './frames.ts';
import { codeOf, codes, partsOf, withoutComments } from './node-codes.ts';

/** Limit of the assignments per block that are tracked, because each of them opens a scope around everything that follows. */
const maxBindings = 20;

/** Longer ranges (UTF-16 units) are not searched for the variable. */
const maxRange = 20_000;

/** A statement that only assigns one variable. */
interface BindingStatement {
  name: string;
  /** The use of the variable on the left side. */
  node: SyntaxNode;
  binding: Binding;
  /** Offset of the next statement that binds the variable, or of the end of the block. */
  end: number;
  /** End of that next statement: its right side may still use the old value. */
  nextEnd: number;
}

/**
 * The statements of a block that only assign one variable, if the block assigns this variable several times or it is a parameter.
 * Keyed by start offset; null where there are none.
 */
export function bindingStatements(c: Collector, block: SyntaxNode): ReadonlyMap<number, BindingStatement> | null {
  const { frame } = c;
  if (!frame.rebinds || frame.kind !== 'function') return null;
  const found = new Map<number, BindingStatement>();
  const lastByName = new Map<string, BindingStatement>();
  const rebound = new Set<string>();
  for (const statement of partsOf(block)) {
    const node = assignedVariable(statement);
    const name = node === null ? '' : nameText(c, node);
    const binding = frame.names.get(name);
    if (node === null || binding === undefined || binding.variable === -1 || binding.declared.length > 0) continue;
    const earlier = lastByName.get(name);
    if (earlier !== undefined) {
      earlier.end = statement.startIndex;
      earlier.nextEnd = statement.endIndex;
    }
    if (earlier !== undefined || binding.isParameter) rebound.add(name);
    const bound = { name, node, binding, end: block.endIndex, nextEnd: block.endIndex };
    lastByName.set(name, bound);
    found.set(statement.startIndex, bound);
    if (found.size > maxBindings) break;
  }
  for (const [start, { name }] of found) if (!rebound.has(name)) found.delete(start);
  return found.size === 0 ? null : found;
}

/** The variable of a plain assignment `x = …`; null for other statements. */
function assignedVariable(statement: SyntaxNode): SyntaxNode | null {
  const [assignment, other] = codeOf(statement) === codes.expression_statement ? partsOf(statement) : [];
  if (assignment === undefined || other !== undefined || codeOf(assignment) !== codes.assignment) return null;
  const parts = withoutComments(partsOf(assignment));
  const [left, right] = parts;
  if (left === undefined || right === undefined || parts.length !== 2 || codeOf(left) !== codes.identifier) return null;
  return codeOf(right) === codes.type || codeOf(right) === codes.assignment ? null : left;
}

/**
 * The ops of values that can replace the variable. Lists and objects are not among them: elements that are added later are recorded
 * for the variable only.
 */
const replacingOps: ReadonlySet<number> = new Set([
  ops.call,
  ops.name,
  ops.member,
  ops.await,
  ops.element,
  ops.item,
  ops.index,
  ops.given,
]);

/**
 * Opens a block scope after an assignment. In it the variable has the assigned value or, where that is uncertain, all of its
 * values. Does nothing if the variable has a declared type or does not occur before its next assignment. The caller restores the scope.
 * @param from end of the assignment
 * @param valueCount number of the variable's values before the assignment
 */
export function enterRebound(
  c: Collector,
  { name, node, binding, end, nextEnd }: BindingStatement,
  { from, valueCount }: { from: number; valueCount: number },
): void {
  const { writer } = c;
  if (writer.get(binding.variable, entityFields.type) !== 0) return;
  if (nextEnd - from < maxRange && !c.source.slice(from, nextEnd).includes(name)) return;
  const latest = binding.values.length > valueCount ? binding.values.at(-1)! : 0;
  const isReplaceable = latest !== 0 && replacingOps.has(writer.opOf(latest)) && end - from < maxRange;
  const isCertain = isReplaceable && !mayChange(c.source.slice(from, end), name);
  c.scope = writer.scope(c.scope, scopeKinds.block, -1);
  const value = isCertain ? latest : writer.entityNode(binding.variable);
  const flags = entityFlags.narrowed;
  writer.entity({ name, kind: entityKinds.variable, flags, ...placeOf(node), scope: c.scope, value });
}

/** Code with an inner function or class, which also sees later assignments, or with a name of another scope. */
const innerScope = /\b(?:def|lambda|class|global|nonlocal)\b/;
/** Text on the line before a name that may bind the name. */
const beforeBound = /^\s*(?:case|import|from|del)\b|\b(?:as|for)\b(?!.*\bin\b)/;
/** Text after a name that may bind the name or add to its value. */
const afterBound =
  /^(?:[ \t]*(?:\[|:=|\.(?:append|appendleft|add|insert|setdefault)\b)|(?!\.)[ \t,\w.()[\]*]*(?:[-+*/%@&|^]|\*\*|\/\/|<<|>>)?=(?!=))/;
const partOfName = /[.\p{ID_Continue}]/u;

/** Whether a text may bind a name or add to its value. In doubt, true. */
function mayChange(text: string, name: string): boolean {
  if (innerScope.test(text)) return true;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const isWhole =
      !partOfName.test(text[at - 1] ?? '') && !partOfName.test((text[at + name.length] ?? '').replace('.', ''));
    if (!isWhole) continue;
    const line = text.lastIndexOf('\n', at) + 1;
    if (beforeBound.test(text.slice(line, at)) || afterBound.test(text.slice(at + name.length, at + 200))) return true;
  }
  return false;
}
