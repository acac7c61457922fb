/**
 * Members that a project adds to every Ruby object: modules that files mix in at top level (`include A`), and functions. Ruby adds them for the whole
 * process, which the sources do not show. Here they apply to files below the folder of the adding file, such as tests beside their helpers.
 * Invariant: results do not depend on earlier questions.
 */
import { entityFields, entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { mainObject } from '../../../model/languages/ruby-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Program } from '../../program/program.ts';
import type { Inference } from '../../questions/questions.ts';
import { rubyDeclarations } from './declarations.ts';
import type { Target } from '../../program/targets.ts';

/** Memo of `mainModules`. */
const modulesIn = new WeakMap<ProgramFile, { program: Program; modules: readonly string[] }>();

/** Paths of the modules that every object in a file has mixed in, in the order in which they are included. */
export function mainModules(i: Inference, file: ProgramFile): readonly string[] {
  const memoised = modulesIn.get(file);
  if (memoised?.program === i.program) return memoised.modules;
  const modules = findModules(i, file);
  modulesIn.set(file, { program: i.program, modules });
  return modules;
}

function findModules(i: Inference, file: ProgramFile): string[] {
  const found: string[] = [];
  for (const main of rubyDeclarations(i, file, mainObject)) {
    if (main.file !== file && !appliesTo(main.file.path, file.path)) continue;
    const pairs = main.file.list(main.file.get(main.entity, entityFields.listA));
    for (let at = 1; at < pairs.length; at += 2) {
      const node = pairs[at]!;
      if (main.file.op(node) !== ops.name) continue;
      const name = main.file.text(main.file.operand(node, 0)).replace(/^::/, '');
      // `include A; include B` may mean `A::B`.
      const paths = ['', ...found.map((module) => `${module}::`)].map((prefix) => `${prefix}${name}`);
      const declaredPath = paths.find((path) => rubyDeclarations(i, file, path).length > 0);
      if (declaredPath !== undefined && !found.includes(declaredPath)) found.push(declaredPath);
    }
  }
  return found;
}

/** Folders of helpers: what their files add applies to the parent folder. */
const helperFolder = /(?:^|\/)(?:supports?|helpers?|shared|lib)$/;

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Whether the members that one file adds to every object apply in another file. */
function appliesTo(giving: string, asking: string): boolean {
  const folder = folderOf(giving).replace(helperFolder, '');
  return folder !== '' && asking.startsWith(`${folder}/`);
}

/** Folders of the program's code. */
const programFolder = /(?:^|\/)(?:lib|app)\//;
/** Folders of tests, tools and examples, which the program does not load. */
const otherFolder =
  /(?:^|\/)(?:tests?|specs?|features|bench(?:mark)?s?|examples?|samples?|scripts?|tools?|tasks|bin|vendor|generators|templates)\//;

/**
 * The global function of another file that a name means: the nearest one that applies. Where none applies, the only one, if it is in the program's code.
 * Null for none or several.
 */
export function functionOfAll(i: Inference, file: ProgramFile, name: string): Target | null {
  const all = rubyDeclarations(i, file, name).filter(
    ({ file: of, entity }) =>
      of !== file && of.kind(entity) === entityKinds.function && of.has(entity, entityFlags.global),
  );
  if (all.length === 0) return null;
  const near = all.filter(({ file: of }) => appliesTo(of.path, file.path));
  const depth = Math.max(...near.map(({ file: of }) => folderOf(of.path).length));
  const nearest = near.filter(({ file: of }) => folderOf(of.path).length === depth);
  if (near.length > 0) return nearest.length === 1 ? nearest[0]! : null;
  const [only] = all;
  const isOnly = all.length === 1 && programFolder.test(only!.file.path) && !otherFolder.test(only!.file.path);
  return isOnly ? only! : null;
}
