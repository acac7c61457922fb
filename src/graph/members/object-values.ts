/** What objects have beyond what is written in them: prototypes, and what an object's values are. */
import { entityFlags, entityFields, entityKinds } from '../../model/file-summary.ts';
import { type Inference, entityValue, nodeValue } from '../questions/questions.ts';
import { type Value, alternatives, union } from '../questions/values.ts';
import type { Target } from '../program/targets.ts';

/** The name under which a collector keeps what an object, or the instances of a function, inherit from. */
const prototypeName = '__proto__';

/** Objects with more members hold many kinds of things. */
const maxValues = 16;

/** What an object, or a function itself or its instances, were given as their prototype. */
export function prototypesOf(i: Inference, { file, entity }: Target, isStatic: boolean): readonly Value[] {
  return file
    .members(entity, prototypeName)
    .filter((member) => {
      const isObject = file.kind(entity) === entityKinds.object;
      return isObject || file.has(member, entityFlags.static) === isStatic;
    })
    .flatMap((member) => alternatives(nodeValue(i, file, file.get(member, entityFields.value))));
}

/** What an object literal's properties hold, by whatever key one is asked for. */
export function valuesOf(i: Inference, { file, entity }: Target): Value | null {
  if (file.kind(entity) !== entityKinds.object) return null;
  const table = file.memberTable(entity);
  if (table === undefined || table.size > maxValues) return null;
  // What has a symbol or constant as its key is asked for by that.
  const named = [...table].filter(([name]) => !file.text(name).startsWith('['));
  return union(named.map(([, [first]]) => entityValue(i, { file, entity: first! })));
}
