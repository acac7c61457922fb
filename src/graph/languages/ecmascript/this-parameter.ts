/** `this` declared among a function's parameters. */
import { entityFields } from '../../../model/file-summary.ts';
import { type Inference, typeValue } from '../../questions/questions.ts';
import { spaces } from '../../program/spaces.ts';
import { type Environment, type Value, eachOf } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** The value of `this` by its declared type; null where `this` is not declared or has an unknown type. */
export function declaredSelf(i: Inference, { file, entity }: Target, environment: Environment | null): Value | null {
  const name = file.stringOf('this');
  const ownScope = file.get(entity, entityFields.ownScope);
  if (name === -1 || ownScope < 0) return null;
  const [parameter] = file.lookUp(ownScope, name, spaces.value, false);
  if (parameter === undefined || file.get(parameter, entityFields.scope) !== ownScope) return null;
  const type = file.get(parameter, entityFields.type);
  if (type === 0) return null;
  // A primitive type (`this: any`) has no members.
  return eachOf(typeValue(i, file, type, environment), (part) => (part.kind === 'primitive' ? null : part));
}
