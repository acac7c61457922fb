/** Implicit receivers of names without a receiver: instances of the enclosing classes, and receivers of the enclosing functions. */
import { entityFields, entityFlags, scopeKinds } from '../../../model/file-summary.ts';
import { dialectOf } from '../../languages/dialect.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { match } from '../argument-match.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Member, Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** The implicit receivers in a scope, the innermost first. */
function implicitReceivers(i: Inference, file: ProgramFile, from: number): Value[] {
  const found: Value[] = [];
  for (let scope = from; scope > 0; scope = file.scopeParent(scope)) {
    const receiver = dialectOf(file).implicitReceiver?.(i, file, scope) ?? null;
    if (receiver !== null) found.push(receiver);
    const owner = file.scopeOwner(scope);
    if (file.scopeKind(scope) === scopeKinds.class && owner !== -1)
      found.push({ kind: 'instance', file, entity: owner, environment: null });
  }
  return found;
}

/** The file and scope of a name without a receiver. */
interface NameScope {
  file: ProgramFile;
  scope: number;
}

/** Whether a function can be called without a receiver: an extension needs an implicit receiver that matches its type. */
export function suitsImplicitReceiver(i: Inference, { file, entity }: Target, from: NameScope): boolean {
  if (!file.has(entity, entityFlags.extension)) return true;
  const type = file.get(file.get(entity, entityFields.assignedTo), entityFields.type);
  const member: Member = { file, entity, environment: null, self: null };
  return implicitReceivers(i, from.file, from.scope).some((value) => {
    const score = match(i, member, type, { file: from.file, node: 0, type: null, value });
    // An external receiver has unknown base types, so it need not score as known.
    return score >= 1 || (score > 0 && value.kind === 'external');
  });
}
