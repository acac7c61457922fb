/** `this` declared among a function's parameters. */
import { entityFields } from '../../../model/file-summary.ts';
import { type Inference, typeValue } from '../../questions/questions.ts';
import { spaces } from '../../program/spaces.ts';
import { type Environment, type Value, eachOf } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** The value of `this` by its declared type; null where `this` is not declared or has an unknown type. */
export function declaredSelf(i: Inference, { file, entity }: Target, environment: Environment | null): Value | null {
  const name = file.stringOf('this');
  const own = file.get(entity, entityFields.ownScope);
  if (name === -1 || own < 0) return null;
  const [self] = file.lookUp(own, name, spaces.value, false);
  if (self === undefined || file.get(self, entityFields.scope) !== own) return null;
  const type = file.get(self, entityFields.type);
  if (type === 0) return null;
  // A primitive type (`this: any`) has no members.
  return eachOf(typeValue(i, file, type, environment), (part) => (part.kind === 'primitive' ? null : part));
}
