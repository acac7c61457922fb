/**
 * Ruby records (ActiveRecord), whose methods no project declares: the results of calls that find, create or select records. A selection
 * has the value of the record class, because both have the same methods.
 */
import { entityFields, heritage, ops } from '../../../model/file-summary.ts';
import { madeByFactory } from '../../../model/languages/ruby-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { ancestors } from '../../heritage/heritage.ts';
import { type Inference, nodeValue } from '../../questions/questions.ts';
import { alternatives, union, type Value, asKind, type Typed } from '../../questions/values.ts';

/** Methods of a record class that return a record. */
const recordMethods: ReadonlySet<string> = new Set(
  (
    'find find_by find_by! find_sole_by sole first first! last last! take take! second third create create! create_with build new ' +
    'find_or_create_by find_or_create_by! find_or_initialize_by first_or_create first_or_create! first_or_initialize'
  ).split(' '),
);

/** Methods of a record class that return a selection of records. */
const selectionMethods: ReadonlySet<string> = new Set(
  (
    'all where not order reorder limit offset joins left_joins left_outer_joins includes preload eager_load references group having distinct ' +
    'unscoped none readonly lock rewhere merge or and unscope reverse_order extending with_attached strict_loading in_order_of'
  ).split(' '),
);

/** Base classes of records. */
const recordBases: ReadonlySet<string> = new Set(['ActiveRecord::Base', 'ApplicationRecord', 'Sequel::Model']);
const maxAncestors = 20;

/** The result of a call of a test factory (`create(:user)`): an instance of the named class, null for an unknown class; undefined for other calls. */
export function factoryResult(i: Inference, file: ProgramFile, call: number): Value | null | undefined {
  const callee = file.operand(call, 0);
  if (file.op(callee) !== ops.member || file.text(file.operand(callee, 1)) !== madeByFactory) return undefined;
  const receivers = alternatives(nodeValue(i, file, file.operand(callee, 0)));
  return union(receivers.map((part) => (part.kind === 'static' ? asKind(part, 'instance') : null)));
}

/** The result of a call on a record class; null for other calls. */
export function recordResult(i: Inference, file: ProgramFile, call: number): Value | null {
  const callee = file.operand(call, 0);
  if (file.op(callee) !== ops.member) return null;
  const name = file.text(file.operand(callee, 1));
  const returnsRecord = recordMethods.has(name);
  if (!returnsRecord && !selectionMethods.has(name)) return null;
  const receivers = alternatives(nodeValue(i, file, file.operand(callee, 0)));
  return union(
    receivers.map((part) =>
      part.kind !== 'static' || !isRecord(i, part) ? null : returnsRecord ? asKind(part, 'instance') : part,
    ),
  );
}

function isRecord(i: Inference, value: Typed): boolean {
  const queue = [value];
  for (const one of queue) {
    const { file, entity } = one;
    const pairs = file.list(file.get(entity, entityFields.listA));
    for (let at = 0; at < pairs.length; at += 2) {
      const node = pairs[at + 1]!;
      if (pairs[at] !== heritage.extends || file.op(node) !== ops.name) continue;
      if (recordBases.has(file.text(file.operand(node, 0)).replace(/^::/, ''))) return true;
    }
    if (queue.length < maxAncestors) queue.push(...ancestors(i, one, heritage.extends));
  }
  return false;
}
