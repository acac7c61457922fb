/** Kotlin: extensions that are called by their names alone, on what stands around the call. */
import { entityFields, entityFlags, scopeKinds } from '../../../model/link-facts.ts';
import { match } from '../../infer/argument-match.ts';
import type { FileFacts } from '../../program/file-facts.ts';
import { receiverIn, receiversAround } from '../../infer/implicit-receivers.ts';
import { isFunction, type Member } from '../../members/nominal.ts';
import type { Inference } from '../../infer/questions.ts';
import type { Target } from '../../infer/values.ts';

/** Where a name stands alone. */
interface Place {
  file: FileFacts;
  scope: number;
}

export interface ExtensionsAround {
  /** Those that something around is known to be taken by. */
  suiting: Member[];
  /** Those that may be meant where no function of that name is: in a lambda, of which nothing may be known. */
  others: Member[];
}

const nobody: ExtensionsAround = { suiting: [], others: [] };

/** The extensions that a class or function around declares: they are seen within it only. */
export function extensionsAround(
  i: Inference,
  file: FileFacts,
  { name, scope }: { name: number; scope: number },
): ExtensionsAround {
  if (file.language !== 'kotlin') return nobody;
  const declared = file
    .extensions(file.text(name))
    .filter((entity) => file.get(entity, entityFields.scope) > 0 && isFunction(file, entity));
  if (declared.length === 0) return nobody;
  const around = new Set<number>();
  for (let at = scope; at > 0; at = file.scopeParent(at)) around.add(at);
  const seen = declared.filter((entity) => around.has(file.get(entity, entityFields.scope)));
  const suiting = seen.filter((entity) => suitsReceiver(i, { file, entity }, { file, scope }));
  const isOpen = [...around].some((at) => file.scopeKind(at) === scopeKinds.arrow && receiverIn(i, file, at) === null);
  return { suiting: suiting.map(memberOf), others: isOpen ? seen.map(memberOf) : [] };

  function memberOf(entity: number): Member {
    return { file, entity, environment: null, self: null };
  }
}

/** An extension that is called without a receiver has one around it. */
export function suitsReceiver(i: Inference, { file, entity }: Target, from: Place): boolean {
  if (!file.has(entity, entityFlags.extension)) return true;
  const type = file.get(file.get(entity, entityFields.assignedTo), entityFields.type);
  const member: Member = { file, entity, environment: null, self: null };
  return receiversAround(i, from.file, from.scope).some((value) => {
    const score = match(i, member, type, { file: from.file, node: 0, type: null, value });
    // What a type from outside inherits nobody knows.
    return score >= 1 || (score > 0 && value.kind === 'external');
  });
}
