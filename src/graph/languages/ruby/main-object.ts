/**
 * Members of every Ruby object that a project adds: modules that files mix in at top level (`include A`), and functions. Ruby adds them for the whole
 * process, which the sources do not show. Here they count for the files in the same folder, as for tests beside their helpers.
 * Invariant: results do not depend on earlier questions.
 */
import { entityFields, entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { mainObject } from '../../../model/ruby-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Program } from '../../program/program.ts';
import type { Inference } from '../../questions/questions.ts';
import { rubyDeclarations } from './declarations.ts';
import type { Target } from '../../program/targets.ts';

const modulesIn = new WeakMap<ProgramFile, { program: Program; modules: readonly string[] }>();

/** Paths of the modules that every object in this file has, in the order of their names. */
export function mainModules(i: Inference, file: ProgramFile): readonly string[] {
  const known = modulesIn.get(file);
  if (known?.program === i.program) return known.modules;
  const modules = findModules(i, file);
  modulesIn.set(file, { program: i.program, modules });
  return modules;
}

function findModules(i: Inference, file: ProgramFile): string[] {
  const found: string[] = [];
  for (const main of rubyDeclarations(i, file, mainObject)) {
    if (main.file !== file && !countsFor(main.file.path, file.path)) continue;
    const pairs = main.file.list(main.file.get(main.entity, entityFields.listA));
    for (let at = 1; at < pairs.length; at += 2) {
      const node = pairs[at]!;
      if (main.file.op(node) !== ops.name) continue;
      const name = main.file.text(main.file.operand(node, 0)).replace(/^::/, '');
      // `include A; include B` may mean `A::B`.
      const path = ['', ...found.map((module) => `${module}::`)].map((prefix) => `${prefix}${name}`);
      const known = path.find((one) => rubyDeclarations(i, file, one).length > 0);
      if (known !== undefined && !found.includes(known)) found.push(known);
    }
  }
  return found;
}

/** Folders of helpers, which serve their parent folder. */
const helpers = /(?:^|\/)(?:supports?|helpers?|shared|lib)$/;

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Whether what one file adds to every object is available in another. */
function countsFor(giving: string, asking: string): boolean {
  const folder = folderOf(giving).replace(helpers, '');
  return folder !== '' && asking.startsWith(`${folder}/`);
}

/** Code of the program itself; tests, tools and examples do not count. */
const isOfProgram = /(?:^|\/)(?:lib|app)\//;
const isBeside =
  /(?:^|\/)(?:tests?|specs?|features|bench(?:mark)?s?|examples?|samples?|scripts?|tools?|tasks|bin|vendor|generators|templates)\//;

/** A global function of another file, by name; null where there is none, or where it may be one of several. */
export function functionOfAll(i: Inference, file: ProgramFile, name: string): Target | null {
  const all = rubyDeclarations(i, file, name).filter(
    ({ file: of, entity }) =>
      of !== file && of.kind(entity) === entityKinds.function && of.has(entity, entityFlags.global),
  );
  if (all.length === 0) return null;
  const near = all.filter(({ file: of }) => countsFor(of.path, file.path));
  const depth = Math.max(...near.map(({ file: of }) => folderOf(of.path).length));
  const nearest = near.filter(({ file: of }) => folderOf(of.path).length === depth);
  if (near.length > 0) return nearest.length === 1 ? nearest[0]! : null;
  const [only] = all;
  const isOnly = all.length === 1 && isOfProgram.test(only!.file.path) && !isBeside.test(only!.file.path);
  return isOnly ? only! : null;
}
