/** Prototypes of objects, and the values of their properties. */
import { entityFlags, entityFields, entityKinds } from '../../model/file-summary.ts';
import { type Inference, entityValue, nodeValue } from '../questions/questions.ts';
import { type Value, alternatives, union } from '../questions/values.ts';
import type { Target } from '../program/targets.ts';

/** The member in which a collector stores the prototype of an object, of a function or of its instances. */
const prototypeName = '__proto__';

/** Objects with more members contain values of so many types that their union has no use. */
const maxValues = 16;

/** The prototypes of an object or function. @param isStatic for a function: whether those of the function itself, not of its instances */
export function prototypesOf(i: Inference, { file, entity }: Target, isStatic: boolean): readonly Value[] {
  return file
    .members(entity, prototypeName)
    .filter((member) => {
      const isObject = file.kind(entity) === entityKinds.object;
      return isObject || file.has(member, entityFlags.static) === isStatic;
    })
    .flatMap((member) => alternatives(nodeValue(i, file, file.get(member, entityFields.value))));
}

/** The union of the values of an object literal's properties: the value at an unknown key. */
export function valuesOf(i: Inference, { file, entity }: Target): Value | null {
  if (file.kind(entity) !== entityKinds.object) return null;
  const table = file.memberTable(entity);
  if (table === undefined || table.size > maxValues) return null;
  // A property with a computed key (`[key]`) is found only by that key.
  const named = [...table].filter(([name]) => !file.text(name).startsWith('['));
  return union(named.map(([, [first]]) => entityValue(i, { file, entity: first! })));
}
