/**
 * Types with several declarations (C#'s `partial`). Each part at the top of a file has the flag `extension`; parts inside of other types are found by
 * name.
 */
import { entityFields, entityFlags, entityKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Target } from '../../program/targets.ts';

/** How many levels of nested types are searched for parts. */
const maxNesting = 8;

/** Memo of `partsOf` by file and type; valid as long as the program. */
const partsByType = new WeakMap<ProgramFile, Map<number, readonly Target[]>>();

/** All parts of a type, itself among them; the type alone where it has one declaration. */
export function partsOf(i: Inference, target: Target, depth = 0): readonly Target[] {
  const { file, entity } = target;
  let ofFile = partsByType.get(file);
  if (ofFile === undefined) partsByType.set(file, (ofFile = new Map<number, readonly Target[]>()));
  let parts = ofFile.get(entity);
  if (parts === undefined) ofFile.set(entity, (parts = findParts(i, target, depth)));
  return parts;
}

function findParts(i: Inference, target: Target, depth: number): readonly Target[] {
  const { file, entity } = target;
  const parent = file.get(entity, entityFields.parent);
  if (parent >= 0) {
    // A type inside a partial type may be partial too.
    const outerParts = depth < maxNesting ? partsOf(i, { file, entity: parent }, depth + 1) : [];
    if (outerParts.length < 2) return [target];
    const name = file.name(entity);
    return outerParts.flatMap((part) =>
      part.file
        .members(part.entity, name)
        .filter((member) => isType(part.file.kind(member)))
        .map((member): Target => ({ file: part.file, entity: member })),
    );
  }
  if (!file.has(entity, entityFlags.extension)) return [target];
  const all = i.program
    .extensions(file, file.summary.unit, file.name(entity))
    .filter((part) => isType(part.file.kind(part.entity)));
  return all.length === 0 ? [target] : all;
}

function isType(kind: number): boolean {
  return kind === entityKinds.class || kind === entityKinds.interface;
}
