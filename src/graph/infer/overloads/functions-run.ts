/** The functions that a call or construction runs. */
import { entityFlags, entityKinds } from '../../../model/file-summary.ts';
import { dialectOf } from '../../languages/dialect.ts';
import { callables } from '../callables.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { isExternalExtension } from '../../heritage/heritage.ts';
import { memberTargets } from '../../members/members.ts';
import { chooseOverloads } from './overloads.ts';
import type { Inference } from '../../questions/questions.ts';
import { alternatives, instancesOf, type Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';
import type { Arguments } from '../../questions/arguments.ts';

/** The functions that a call or construction of a value runs. Anonymous functions count only with `everyFunction`, signatures without a body never. */
export function functionsIn(i: Inference, value: Value | null): Target[] {
  const result: Target[] = [];
  if (value?.kind === 'static' || value?.kind === 'union') {
    for (const part of alternatives(value)) {
      if (part.kind === 'static' && part.file.kind(part.entity) === entityKinds.class && !isExternalExtension(part))
        result.push(...constructorsOf(i, part));
    }
  }
  const called = callables(i, value);
  for (let at = 0; at < called.length; at++) {
    const { file, entity } = called[at]!;
    const name = file.name(entity);
    const isNamed = !(dialectOf(file).isSignature ?? isSignature)(name);
    if (isNamed || (i.everyFunction && hasBody(file, entity))) result.push({ file, entity });
  }
  return result;
}

function isSignature(name: string): boolean {
  return name === '' || name === '()' || name === 'new';
}

/** Whether a function has a body. */
function hasBody(file: ProgramFile, entity: number): boolean {
  return file.has(entity, entityFlags.implemented);
}

/** The constructors of a class that a construction with these arguments runs, declared or inherited; the class itself where there is none. */
export function constructorsOf(i: Inference, target: Target, args: Arguments | null = null): readonly Target[] {
  const { constructorName, constructs } = dialectOf(target.file);
  const type = { kind: 'static', file: target.file, entity: target.entity, environment: null } as const;
  const all = memberTargets(i, instancesOf(type), constructorName?.(target) ?? 'constructor');
  const chosen: readonly Target[] = args === null ? all : chooseOverloads(i, all, args);
  const found = constructs === undefined ? chosen : [...memberTargets(i, type, constructs), ...chosen];
  return found.length > 0 ? found : [target];
}
