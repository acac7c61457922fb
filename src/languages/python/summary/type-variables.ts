/** Type variables, such as `T = TypeVar('T')`: those of this file, and imported names that may be type variables. */
import { entityFields, entityKinds } from '../../../model/file-summary.ts';
import type { Collector } from './collector.ts';
import type { Binding } from './frames.ts';

/** The usual names of type variables. The linker decides whether an imported name is one. */
const likelyName = /^_*(?!_)(?:[A-Z]{1,2}\d*|T[A-Z_]\w*|\w*T|\w+_(?:co|contra)|Self\w*)$/;

/** The entity of a name that is, or may be, a type variable of this file; -1 for any other name. */
export function typeVariable({ writer }: Collector, name: string, binding: Binding | null): number {
  if (binding === null || binding.frame.kind !== 'file') return -1;
  if (binding.variable !== -1)
    return writer.get(binding.variable, entityFields.kind) === entityKinds.typeParameter ? binding.variable : -1;
  const [entity, other] = binding.declared;
  if (entity === undefined || other !== undefined || !likelyName.test(name)) return -1;
  return writer.get(entity, entityFields.kind) === entityKinds.import ? entity : -1;
}

/** The type variables in the annotations that `read` reads, in the order of their first use. */
export function gatherTypeVariables(c: Collector, read: () => void): number[] {
  const outerVariables = c.typeVariables;
  const gathered: number[] = [];
  c.typeVariables = gathered;
  read();
  c.typeVariables = outerVariables;
  return gathered;
}

/** Adds the type variable that a name is, or may be, to those that are being gathered. */
export function noteTypeVariable(c: Collector, name: string, binding: Binding | null): void {
  if (c.typeVariables === null) return;
  const entity = typeVariable(c, name, binding);
  if (entity !== -1 && !c.typeVariables.includes(entity)) c.typeVariables.push(entity);
}
