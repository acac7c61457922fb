/**
 * Finds the declarations of Ruby's classes, modules, constants and global functions by their paths (`A::B`). Several declarations of one path may
 * declare one class (`members.ts` decides which do).
 * Invariant: the memos depend on file summaries alone. They live as long as the file summaries or the program.
 */
import { entityFields, type FileSummary, scopeKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Program } from '../../program/program.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Target } from '../../program/targets.ts';

/** The maximum number of declarations of one path that are examined. */
const maxDeclarations = 200;

const none: readonly Target[] = [];

/** Whether a file is one of Ruby. */
export function isRuby({ language }: ProgramFile): boolean {
  return language === 'ruby';
}

/** `A::B` of the classes and modules that contain a scope; '' at the top. */
export function rubyScopePath(file: ProgramFile, from: number): string {
  const names: string[] = [];
  for (let scope = from; scope > 0; scope = file.scopeParent(scope)) {
    const kind = file.scopeKind(scope);
    const owner = file.scopeOwner(scope);
    if (owner !== -1 && (kind === scopeKinds.class || kind === scopeKinds.namespace)) names.unshift(file.name(owner));
  }
  return names.join('::');
}

/** Memo of `rubyPath` by file and entity. */
const pathsOf = new WeakMap<FileSummary, Map<number, string>>();

/** The path of a declaration (`A::B`). */
export function rubyPath(file: ProgramFile, entity: number): string {
  let paths = pathsOf.get(file.summary);
  if (paths === undefined) pathsOf.set(file.summary, (paths = new Map<number, string>()));
  let path = paths.get(entity);
  if (path === undefined) {
    const outer = rubyScopePath(file, file.get(entity, entityFields.scope));
    paths.set(entity, (path = outer === '' ? file.name(entity) : `${outer}::${file.name(entity)}`));
  }
  return path;
}

/** The declarations whose paths end with one name: the files that contain them, and the declarations by path. */
interface Declared {
  files: readonly ProgramFile[];
  byPath: ReadonlyMap<string, readonly Target[]>;
  /** Files that asked, and already have all of `files` among their reads. */
  asking: Set<ProgramFile>;
}

/** Memo by the last name of a path. */
const declaredIn = new WeakMap<Program, Map<string, Declared>>();

function declarationsNamed(program: Program, last: string): Declared {
  let byName = declaredIn.get(program);
  if (byName === undefined) declaredIn.set(program, (byName = new Map<string, Declared>()));
  const memoised = byName.get(last);
  if (memoised !== undefined) return memoised;
  const files = program.declarers(last).filter(isRuby);
  const byPath = new Map<string, Target[]>();
  for (const file of files) {
    for (const entity of file.globals(last)) {
      const path = rubyPath(file, entity);
      const ofPath = byPath.get(path);
      if (ofPath === undefined) byPath.set(path, [{ file, entity }]);
      else if (ofPath.length < maxDeclarations) ofPath.push({ file, entity });
    }
  }
  const found: Declared = { files, byPath, asking: new Set() };
  byName.set(last, found);
  return found;
}

/** The declarations of a path, at most `maxDeclarations`. All files that declare the last name of the path are added to the reads of `file`. */
export function rubyDeclarations(i: Inference, file: ProgramFile, path: string): readonly Target[] {
  const { files, byPath, asking } = declarationsNamed(i.program, path.slice(path.lastIndexOf(':') + 1));
  if (!asking.has(file)) {
    asking.add(file);
    for (const { index } of files) file.reads.add(index);
  }
  return byPath.get(path) ?? none;
}
