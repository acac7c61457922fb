/**
 * Chooses among members that the project adds to external types, where a file uses one on an external value.
 * Invariant: a use that may mean an added member is linked or unknown, never external.
 */
import { entityFields } from '../../model/file-summary.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { memberTargets } from './members.ts';
import { isExternalType, nearest, extensionsOfExternal } from './external-types.ts';
import type { Inference } from '../questions/questions.ts';
import { includes, type Target } from '../program/targets.ts';

/**
 * The members that a file can mean, of those found on an external value: of several that the project adds to one external type, the nearest.
 * 'unknown' where several are equally near, or where every type has a member of the name, so that its arguments would have to decide.
 */
export function visibleAddedMembers(
  i: Inference,
  file: ProgramFile,
  found: readonly Target[],
): readonly Target[] | 'unknown' {
  if (!found.some((member) => isAdded(i, member))) return found;
  const { isOfEveryType } = dialectOf(file);
  if (isOfEveryType !== undefined && found.some(({ file: from, entity }) => isOfEveryType(from.name(entity))))
    return 'unknown';
  const visible: Target[] = [];
  for (const member of found) {
    const owner = member.file.get(member.entity, entityFields.parent);
    const name = member.file.name(member.entity);
    const extensions = isAdded(i, member) ? extensionsOfExternal(i, file, member.file.name(owner)) : [];
    const withMember = extensions.filter((one) => one.file.members(one.entity, name).length > 0);
    const [first, ...others] = withMember.length < 2 ? [] : nearest(file, withMember);
    if (others.length > 0) return 'unknown';
    const meant =
      first === undefined ? [member] : memberTargets(i, { kind: 'instance', ...first, environment: null }, name);
    for (const one of meant) if (!includes(visible, one)) visible.push(one);
  }
  return visible;
}

/** Whether a member belongs to an extension of an external type. */
function isAdded(i: Inference, { file, entity }: Target): boolean {
  const owner = file.get(entity, entityFields.parent);
  return owner >= 0 && isExternalType(i, { file, entity: owner });
}
