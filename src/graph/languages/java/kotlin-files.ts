/** Java: the class that contains the top-level declarations of a Kotlin file (`ShopKt` of Shop.kt). */
import { entityFields, entityKinds, exportForms } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Inference } from '../../questions/questions.ts';

/** The Kotlin file whose class a Java name means: in the package of `file`, or in a package that `file` imports from. */
export function kotlinFile(i: Inference, file: ProgramFile, name: number): ProgramFile | null {
  return file.text(name).endsWith('Kt') ? visibleFile(i, file, name) : null;
}

function visibleFile(i: Inference, file: ProgramFile, name: number): ProgramFile | null {
  const text = file.text(name);
  const imported = file
    .declared(0, name)
    .filter((entity) => file.kind(entity) === entityKinds.import)
    .map((entity) => i.program.module(file, file.get(entity, entityFields.listA)));
  const opened = file
    .exports('*')
    .map(({ form, a }) => (form === exportForms.opens ? i.program.module(file, a) : null));
  for (const unit of [...imported, i.program.unit(file), ...opened]) {
    const found = unit === null ? undefined : fileIn(i, unit, text);
    if (found === undefined) continue;
    file.reads.add(found.index);
    return found;
  }
  return null;
}

function fileIn(i: Inference, unit: ProgramFile, text: string): ProgramFile | undefined {
  return unit
    .exports('*')
    .map(({ a }) => i.program.module(unit, a))
    .filter((one): one is ProgramFile => one?.language === 'kotlin')
    .find(({ path }) => className(path) === text);
}

function className(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.kts?$/, '');
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Kt`;
}
