/**
 * Values that pytest passes to parameters of tests and fixtures: the result of the fixture with the parameter's name. The fixture is in the file
 * itself or in the `conftest.py` of a folder that contains the file.
 */
import { entityFields, entityFlags, entityKinds } from '../../../model/file-summary.ts';
import { functionResult } from '../../infer/callables.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Inference } from '../../questions/questions.ts';
import { spaces } from '../../program/spaces.ts';
import type { Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** The module specifiers of `conftest.py` files, which the collector adds to a test file, the nearest folder first. */
const conftest = /^\.+conftest$/;

export function fixtureValue(
  i: Inference,
  file: ProgramFile,
  { owner, parameter }: { owner: number; parameter: number },
): Value | null {
  if (!getsFixtures(file, owner)) return null;
  // A parameter with a value gets it from `parametrize`, which takes precedence over fixtures.
  if (file.get(parameter, entityFields.value) !== 0) return null;
  const { modules } = file.summary;
  const name = file.name(parameter);
  let found = fixtureIn(i, file, name);
  // A fixture that asks for its own name gets the one that it overrides.
  if (found?.file === file && found.entity === owner) found = null;
  for (let at = 0; at < modules.length && found === null; at++) {
    const target = conftest.test(modules[at]!) ? i.program.module(file, at) : null;
    if (target !== null && target !== file) found = fixtureIn(i, target, name);
  }
  return found === null ? null : functionResult(i, { kind: 'function', ...found, environment: null, self: null });
}

function getsFixtures(file: ProgramFile, owner: number): boolean {
  return file.has(owner, entityFlags.fixture) || file.name(owner).startsWith('test');
}

function fixtureIn(i: Inference, file: ProgramFile, name: string): Target | null {
  const exported = i.program.exported(file, name, spaces.any);
  if (exported?.kind !== 'entities') return null;
  const entity = exported.entities.find(
    (one) => exported.file.kind(one) === entityKinds.function && exported.file.has(one, entityFlags.fixture),
  );
  return entity === undefined ? null : { file: exported.file, entity };
}
