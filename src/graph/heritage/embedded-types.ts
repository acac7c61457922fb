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

/** Whether a type, or a type that it embeds, embeds an external type or is defined as one. @param visited types that were examined before */
export function embedsExternal(i: Inference, { file, entity }: Target, visited: Set<string> = new Set()): boolean {
  const key = `${file.index} ${entity}`;
  if (visited.has(key) || visited.size > maxEmbedded) return false;
  visited.add(key);
  const kind = file.kind(entity);
  if (kind !== entityKinds.class && kind !== entityKinds.interface) return false;
  const pairs = file.list(file.get(entity, entityFields.listA));
  return pairs.some((node, at) => {
    // The first number of a pair is a code of `heritage`.
    if (at % 2 === 0) return false;
    const value = file.op(node) >= ops.named ? typeValue(i, file, node, null) : nodeValue(i, file, node);
    return alternatives(value).some((base) => {
      if (base.kind === 'external') return true;
      return base.kind === 'instance' && (isExternalExtension(base) || embedsExternal(i, base, visited));
    });
  });
}
