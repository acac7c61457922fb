/**
 * Names in Elixir are full names, and mean what any file of the project declares under them.
 * Invariant: a name that several files declare means the declaration in the file itself, else in the nearest file. Where two files are equally near,
 * its meaning is unknown.
 */
import { entityFlags } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Exported } from '../../program/exported.ts';
import type { Inference, ScopedName } from '../../questions/questions.ts';
import { nearestTargets } from '../../program/shared-folders.ts';
import type { Target } from '../../program/targets.ts';

export function elixirName(i: Inference, asking: ProgramFile, { name }: Pick<ScopedName, 'name'>): Exported {
  const found = i.program.globals(asking, name).filter(({ file }) => file.language === 'elixir');
  const inFile = found.filter(({ file }) => file === asking);
  const meant = inFile.length > 0 ? inFile : nearestTargets(asking, found);
  const [first] = meant;
  if (first === undefined) return { kind: 'external' };
  const isOneFile = meant.every(({ file }) => file === first.file);
  return { kind: 'entities', file: first.file, entities: isOneFile ? meant.map(({ entity }) => entity) : [] };
}

/** Targets that a file may call: a private one (`defp`) only from its own file. */
export function callableFrom(asking: ProgramFile, targets: readonly Target[]): readonly Target[] {
  const isHidden = ({ file, entity }: Target): boolean => file !== asking && file.has(entity, entityFlags.private);
  return targets.some(isHidden) ? targets.filter((one) => !isHidden(one)) : targets;
}
