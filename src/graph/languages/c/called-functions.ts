/** C++: the functions that a called name means, before its arguments choose among them. */
import { entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { spaces } from '../../program/spaces.ts';
import type { Target } from '../../program/targets.ts';
import type { Inference } from '../../questions/questions.ts';
import { cName } from './names.ts';
import { signatureOf } from './signatures.ts';

/** The most functions of one name that are compared. */
const maxCandidates = 400;

/**
 * The functions that a called name means, of all files that the asking file sees. Where they have one signature and one definition, the common look-up
 * has chosen among its declarations (`found`).
 */
export function functionsCalled(
  i: Inference,
  file: ProgramFile,
  callee: number,
  found: readonly Target[] | 'external' | 'unknown',
): readonly Target[] | 'external' | 'unknown' {
  if (file.op(callee) !== ops.name || (typeof found !== 'string' && found.some(isField))) return found;
  const functions: Target[] = [];
  const name = file.text(file.operand(callee, 0));
  cName(i, file, { name, scope: file.operand(callee, 1), space: spaces.value, functions });
  const distinct = functions.filter((one, at) => functions.findIndex((other) => isSame(one, other)) === at);
  if (distinct.length < 2 || distinct.length > maxCandidates) return found;
  if (new Set(distinct.map(signatureOf)).size > 1) return distinct;
  // Several definitions in one file are branches of a condition of the preprocessor, of which each build has one.
  const defined = distinct.filter((one) => one.file.has(one.entity, entityFlags.implemented));
  return defined.length > 1 && new Set(defined.map((one) => one.file)).size === 1 ? defined : found;
}

function isField({ file, entity }: Target): boolean {
  return file.kind(entity) === entityKinds.property;
}

function isSame(a: Target, b: Target): boolean {
  return a.file === b.file && a.entity === b.entity;
}
