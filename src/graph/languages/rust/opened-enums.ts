/** Rust: `use Enum::*`, which imports the variants of an enum. The path of the enum ends with `::` in the summary. */
import { entityFlags, entityKinds } from '../../../model/file-summary.ts';
import type { Exported } from '../../program/exported.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { spaces } from '../../program/spaces.ts';
import type { Inference } from '../../questions/questions.ts';

export function inOpenedEnum(
  i: Inference,
  module: ProgramFile,
  { path, name }: { path: string; name: string },
): Exported | null | undefined {
  if (!path.endsWith('::')) return undefined;
  const type = i.program.exported(module, path.slice(0, -2), spaces.any);
  if (type?.kind !== 'entities') return null;
  const { file } = type;
  const variants = type.entities
    .flatMap((entity) => file.members(entity, name))
    .filter((member) => file.kind(member) === entityKinds.property && file.has(member, entityFlags.implemented));
  return variants.length === 0 ? null : { kind: 'entities', file, entities: variants };
}
