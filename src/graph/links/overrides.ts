/**
 * The overrides of a file: members of its classes and interfaces that override members of bases, and the variants of its dialect. These links connect
 * a call through an interface with the implementations.
 */
import { entityFields, entityFlags, entityKinds, heritage } from '../../model/file-summary.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { ancestors } from '../heritage/heritage.ts';
import { memberTargets } from '../members/members.ts';
import { accessorOverridden, accessorsMeant } from './accessors.ts';
import { overriddenIn } from '../infer/overloads/overloads.ts';
import { renew, type Inference } from '../questions/questions.ts';
import type { Override, Typed } from '../questions/values.ts';
import type { Target } from '../program/targets.ts';

/** Names of members that override nothing: constructors and signatures. */
const neverOverriding: ReadonlySet<string> = new Set(['constructor', '__init__', '()', 'new', '[]', '']);

export function overriddenMembers(i: Inference, file: ProgramFile): Override[] {
  const overrides: Override[] = [...(dialectOf(file).variants?.(i, file) ?? [])];
  for (const entity of file.types) addOverridesOf(i, { file, entity }, overrides);
  return overrides;
}

/** Adds the overrides of one class or interface. */
function addOverridesOf(i: Inference, type: Target, overrides: Override[]): void {
  const { file, entity } = type;
  if (file.count(file.get(entity, entityFields.listA)) === 0) return;
  const members = file.memberTable(entity);
  if (members === undefined) return;
  renew(i, file);
  const self = { kind: 'instance', file, entity, environment: null } as const;
  const bases = [heritage.extends, heritage.implements].flatMap((relation) => ancestors(i, self, relation));
  if (bases.length === 0) return;
  if (file.rules.nominal) {
    overrides.push(...nominalOverrides(i, file, { methods: [...members.values()].flat(), bases }));
    return;
  }
  for (const [name, declarations] of members) {
    const first = declarations.find((one) => file.get(one, entityFields.definition) !== -1);
    if (first === undefined || file.has(first, entityFlags.static) || neverOverriding.has(file.text(name))) continue;
    for (const member of accessorsMeant({ file, entity: first }, 'update'))
      for (const base of bases) addOverridden(i, member, base, overrides);
  }
}

function addOverridden(i: Inference, { file, entity: member }: Target, base: Typed, overrides: Override[]): void {
  for (const found of memberTargets(i, base, file.name(member))) {
    const target = accessorOverridden({ file, entity: member }, found);
    if (target !== null && (target.file !== file || target.entity !== member)) overrides.push({ member, target });
  }
}

/** The overrides in languages where methods of one name differ by their parameters. */
function nominalOverrides(
  i: Inference,
  file: ProgramFile,
  { methods, bases }: { methods: readonly number[]; bases: readonly Typed[] },
): Override[] {
  return methods
    .filter((method) => {
      const isMethod = file.kind(method) === entityKinds.method && !file.has(method, entityFlags.static);
      return isMethod && file.get(method, entityFields.definition) !== -1 && !neverOverriding.has(file.name(method));
    })
    .flatMap((member) =>
      bases.flatMap((base) => overriddenIn(i, { file, entity: member }, base).map((target) => ({ member, target }))),
    );
}
