/** Kotlin: implicit receivers of names in extensions and in lambdas with a receiver. */
import { entityFields, entityKinds, scopeKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { type Inference, nodeValue, typeValue } from '../../questions/questions.ts';
import { alternatives, union, type Value } from '../../questions/values.ts';

/** The implicit receiver in the scope of a function or lambda; null where there is none or it is unknown. */
export function receiverIn(i: Inference, file: ProgramFile, scope: number): Value | null {
  const kind = file.scopeKind(scope);
  const owner = file.scopeOwner(scope);
  if (owner === -1 || (kind !== scopeKinds.arrow && kind !== scopeKinds.function)) return null;
  const parameter = file.get(owner, entityFields.assignedTo);
  if (parameter >= 0) return typeValue(i, file, file.get(parameter, entityFields.type), null);
  if (kind !== scopeKinds.arrow || file.kind(owner) !== entityKinds.function) return null;
  return union(
    alternatives(nodeValue(i, file, file.get(owner, entityFields.context))).map((part) => {
      if (part.kind === 'callback') return part.receiver ?? null;
      if (part.kind !== 'function') return null;
      const declared = part.file.get(part.entity, entityFields.assignedTo);
      return declared < 0
        ? null
        : typeValue(i, part.file, part.file.get(declared, entityFields.type), part.environment);
    }),
  );
}
