/** Exports of modules as members: `module.name`. */
import { entityKinds, exportForms } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { eachMeant } from '../program/import-alternatives.ts';
import { meantAsValue } from '../resolve/names.ts';
import { type Meaning, membersFrom } from '../heritage/nominal.ts';
import type { Exported } from '../program/exported.ts';
import type { Inference } from '../questions/questions.ts';
import { spaces } from '../program/spaces.ts';
import type { Member } from '../questions/values.ts';

const none: readonly Member[] = [];

/** What a module exports under a name. @param meaning matters only where functions and variables have separate namespaces */
export function moduleMembers(i: Inference, module: ProgramFile, name: string, meaning: Meaning): readonly Member[] {
  const space = module.rules.separatesModules ? spaces.value : spaces.any;
  const exported = i.program.exported(module, name, space) ?? i.program.exported(module, name, spaces.any);
  return exported === null ? none : eachMeant(exported).flatMap((one) => exportedMembers(one, name, meaning));
}

function exportedMembers(exported: Exported, name: string, meaning: Meaning): readonly Member[] {
  if (exported.kind !== 'entities') return none;
  const { file, entities } = exported;
  const overloads = file.rules.nominal && meaning === 'function' ? functionsExported(file, name) : [];
  return membersFrom(file, overloads.length > 1 ? overloads : meantAsValue(file, entities), null, null);
}

function functionsExported(file: ProgramFile, name: string): number[] {
  const records = file.exports(name).filter(({ form, a }) => form === exportForms.own && a !== -1);
  return records.map(({ a }) => a).filter((entity) => file.kind(entity) === entityKinds.function);
}
