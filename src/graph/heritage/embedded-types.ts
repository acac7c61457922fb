/**
 * Whether types have members of external types: types that they embed (`struct { http.Handler }`), or that they are defined as (`type T
 * http.Header`).
 */
import { entityFields, entityKinds, ops } from '../../model/file-summary.ts';
import { type Inference, nodeValue, typeValue } from '../questions/questions.ts';
import { alternatives } from '../questions/values.ts';
import type { Target } from '../program/targets.ts';
import { isExternalExtension } from './heritage.ts';

/** The maximum number of embedded types that are followed. */
const maxEmbedded = 24;

/** Whether a type has members of an external type that it embeds or is defined as. */
export function embedsExternal(i: Inference, { file, entity }: Target, seen: Set<string> = new Set()): boolean {
  const key = `${file.index} ${entity}`;
  if (seen.has(key) || seen.size > maxEmbedded) return false;
  seen.add(key);
  const kind = file.kind(entity);
  if (kind !== entityKinds.class && kind !== entityKinds.interface) return false;
  const pairs = file.list(file.get(entity, entityFields.listA));
  return pairs.some((node, at) => {
    if (at % 2 === 0) return false;
    const value = file.op(node) >= ops.named ? typeValue(i, file, node, null) : nodeValue(i, file, node);
    return alternatives(value).some((base) => {
      if (base.kind === 'external') return true;
      return base.kind === 'instance' && (isExternalExtension(base) || embedsExternal(i, base, seen));
    });
  });
}
