/** Scala: functions of an `extension` and methods of an `implicit class`. A file sees those that it declares, imports, or that are in no object. */
import { entityFields, entityKinds, exportForms, scopeKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Target } from '../../program/targets.ts';

/** The names in a file's imports. */
interface Imported {
  /** Units that the imports lead into, the file's own first. */
  units: readonly string[];
  /** The last two names of each import's path: an imported object, or an imported extension and its object. */
  names: ReadonlySet<string>;
}

const importedByFile = new WeakMap<ProgramFile, Imported>();

export function scalaExtensions(i: Inference, file: ProgramFile, name: string): Target[] {
  const { units, names } = importedIn(i, file);
  return units
    .flatMap((unit) => i.program.extensions(file, unit, name))
    .filter((target) => isSeen(file, names, target));
}

function importedIn(i: Inference, file: ProgramFile): Imported {
  let imported = importedByFile.get(file);
  if (imported !== undefined) return imported;
  const units = new Set([file.summary.unit]);
  const names = new Set<string>();
  const add = (module: number, path: string): void => {
    const unit = i.program.module(file, module);
    if (unit !== null && unit.path.startsWith('//')) units.add(unit.path.slice('//'.length));
    for (const part of path.split('.').slice(-2)) names.add(part);
  };
  for (const { form, a, b } of file.exports('*')) if (form === exportForms.opens) add(a, file.text(b));
  for (const entity of file.declaredIn(0)) {
    if (file.kind(entity) === entityKinds.import)
      add(file.get(entity, entityFields.listA), file.text(file.get(entity, entityFields.listB)));
  }
  importedByFile.set(file, (imported = { units: [...units], names }));
  return imported;
}

function isSeen(file: ProgramFile, names: ReadonlySet<string>, target: Target): boolean {
  const { file: other, entity } = target;
  if (other.language !== 'scala' || other.get(entity, entityFields.assignedTo) < 0) return false;
  const owner = other.get(entity, entityFields.parent);
  const holder = owner >= 0 ? other.get(owner, entityFields.parent) : holderOf(target);
  if (other === file || holder < 0) return true;
  return names.has(other.name(holder)) || names.has(other.name(owner >= 0 ? owner : entity));
}

/** The object whose body contains a function; -1 for none. */
function holderOf({ file, entity }: Target): number {
  for (let scope = file.get(entity, entityFields.scope); scope > 0; scope = file.scopeParent(scope))
    if (file.scopeKind(scope) === scopeKinds.class) return file.scopeOwner(scope);
  return -1;
}
