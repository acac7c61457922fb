/** Functions that one declaration implements under several signatures (TypeScript's overload lists), and which of the signatures a call means. */
import { entityFields, entityFlags } from '../../../model/file-summary.ts';
import { dialectOf } from '../../languages/dialect.ts';
import { Slot } from '../../program/memo.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { callsByCallee } from '../../program/tables/calls-by-callee.ts';
import type { Target } from '../../program/targets.ts';
import { maxSignatures } from '../../../model/link.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Member } from '../../questions/values.ts';

const none: readonly number[] = [];
const callsOf = new Slot(callsByCallee);

/**
 * The signatures of a called function that a call may mean, as entities of the function's file: one where the call tells, several where it does not.
 * Empty for a function with one signature.
 * @param callee the node of what is called
 */
export function meantSignatures(
  i: Inference,
  { file, callee }: { file: ProgramFile; callee: number },
  target: Target | Member,
): readonly number[] {
  const dialect = dialectOf(target.file);
  if (dialect.signaturesMeant === undefined || signaturesOf(target).length === 0) return none;
  const call = file.memo(callsOf).get(callee);
  if (call === undefined) return none;
  const { environment, self } = 'environment' in target ? target : { environment: null, self: null };
  const callable = { kind: 'function', file: target.file, entity: target.entity, environment, self } as const;
  return dialect.signaturesMeant(i, callable, { file, node: call });
}

/** `meantSignatures` as the bits of `Link.signatures`; 0 where the call does not tell, or the function has one signature. */
export function signatureBits(
  i: Inference,
  call: { file: ProgramFile; callee: number },
  target: Target | Member,
): number {
  const meant = meantSignatures(i, call, target);
  if (meant.length === 0) return 0;
  const signatures = signaturesOf(target);
  if (signatures.length > maxSignatures) return 0;
  return meant.reduce((bits, entity) => bits | (1 << signatures.indexOf(entity)), 0);
}

/** The signatures of a function without its implementation, in the order of their declaration; empty for a function with one signature. */
export function signaturesOf({ file, entity }: Target): readonly number[] {
  const declared = declarationsOf(file, entity);
  if (declared.length < 2) return none;
  const kind = file.kind(entity);
  const isStatic = file.has(entity, entityFlags.static);
  const signatures = declared.filter(
    (one) =>
      file.kind(one) === kind &&
      file.has(one, entityFlags.static) === isStatic &&
      !file.has(one, entityFlags.implemented),
  );
  return signatures.length < 2 ? none : signatures;
}

function declarationsOf(file: ProgramFile, entity: number): readonly number[] {
  const parent = file.get(entity, entityFields.parent);
  if (parent >= 0) return file.members(parent, file.name(entity));
  return parent === -1
    ? file.declared(file.get(entity, entityFields.scope), file.get(entity, entityFields.name))
    : none;
}
