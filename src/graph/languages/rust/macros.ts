/**
/**
 * Rust macros, whose names end with `!` (`square!`, `util::square!`). A name means a macro of the file, else of the file's crate, else of the crate from
 * which the file imports the name.
 */
import { entityFields, entityKinds, ops, usedMacros } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { nodeValue, nodeValueWith, type Inference } from '../../questions/questions.ts';
import { nearestTargets } from '../../program/shared-folders.ts';
import { spaces } from '../../program/spaces.ts';
import { inferArguments } from '../../infer/bindings.ts';
import { resultOf } from '../../infer/callables.ts';
import type { Callable, Environment, Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

const ownCrate: ReadonlySet<string> = new Set(['crate', 'self', 'super']);

/** Macros of the standard library. A macro of the project with one of these names counts only in its own file or where it is imported. */
const library: ReadonlySet<string> = new Set(
  (
    'print! println! eprint! eprintln! write! writeln! format! format_args! panic! assert! assert_eq! assert_ne! debug_assert! debug_assert_eq! ' +
    'debug_assert_ne! vec! matches! todo! unimplemented! unreachable! dbg! env! option_env! concat! stringify! include! include_str! ' +
    'include_bytes! line! file! column! module_path! cfg! compile_error! thread_local! try!'
  ).split(' '),
);

export function isMacroName(file: ProgramFile, name: number): boolean {
  return file.text(name).endsWith('!');
}

/** The value of a macro call, which is that of an argument or of the macro's rules; undefined for a call of anything else. */
export function macroResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const callee = file.operand(node, 0);
  if (file.op(callee) !== ops.name || !isMacroName(file, file.operand(callee, 0))) return undefined;
  const targets = macroTargets(i, file, { name: file.operand(callee, 0), scope: file.operand(callee, 1) });
  const [target] = typeof targets === 'string' ? [] : targets;
  if (target === undefined) return null;
  if (target.file.get(target.entity, entityFields.type) === 0) return ruleValue(i, target, { file, node });
  const macro: Callable = { kind: 'function', ...target, environment: null, self: null };
  return resultOf(i, macro, inferArguments(i, macro, { file, node }));
}

/** Memo of `ruleValue` by the values of the arguments. */
const ruleValues = new WeakMap<Environment, Map<number, Value | null>>();

/** The value of a macro's rules with the arguments of a call. */
function ruleValue(i: Inference, { file, entity }: Target, call: { file: ProgramFile; node: number }): Value | null {
  const value = file.get(entity, entityFields.value);
  if (value === 0) return null;
  const args = call.file.list(call.file.operand(call.node, 1));
  const given = new Map<number, Value>();
  for (const [at, parameter] of file.list(file.get(entity, entityFields.listA)).entries()) {
    const argument = nodeValue(i, call.file, args[at] ?? 0);
    if (argument !== null) given.set(parameter, argument);
  }
  const environment = i.environments.of(file, given, null);
  if (environment === null) return nodeValue(i, file, value);
  let known = ruleValues.get(environment);
  if (known === undefined) ruleValues.set(environment, (known = new Map<number, Value | null>()));
  const answer = known.get(entity);
  if (answer !== undefined) return answer;
  const { cut } = i;
  i.cut = Infinity;
  const result = nodeValueWith(i, file, value, given);
  // While `cut` is set, the result may depend on an unfinished question.
  if (i.cut === Infinity) known.set(entity, result);
  i.cut = Math.min(i.cut, cut);
  return result;
}

export function macroTargets(
  i: Inference,
  file: ProgramFile,
  { name, scope }: { name: number; scope: number },
): readonly Target[] | 'external' | 'unknown' {
  const path = file.text(name).split('::');
  const last = path.at(-1)!;
  const ofFile = path.length > 1 ? [] : file.lookUp(scope, name, spaces.value, false);
  if (ofFile.length > 0) return [{ file, entity: ofFile[0]! }];
  const all = i.program.globals(file, last).filter((one) => one.file.language === 'rust');
  if (all.length === 0) return 'external';
  const mayBeOfCrate = path.length === 1 || ownCrate.has(path[0]!);
  const ofCrate =
    mayBeOfCrate && !(path.length === 1 && library.has(last))
      ? all.filter((one) => i.program.unitPath(one.file) === i.program.unitPath(file))
      : [];
  // Modules see the macros of the modules around them. The crates of a package (`src`, `tests`, `examples`) each have their own.
  if (ofCrate.length > 0) return ofOneFile(nearestTargets(file, ofCrate));
  const from = importedFrom(i, file, scope, path.length > 1 ? path[0]! : last.slice(0, -1));
  const crates = from === null ? (path.length > 1 ? [] : cratesWithMacros(i, file)) : [from];
  if (crates.length === 0) return 'external';
  const ofCrates = all.filter((one) => crates.some((crate) => crate.summary.unit === one.file.summary.unit));
  // The crate may re-export a macro of another crate.
  if (from !== null) return ofOneFile(ofCrates.length > 0 ? ofCrates : all);
  return ofCrates.length > 0 && !library.has(last) ? ofOneFile(ofCrates) : 'external';
}

/** The crates whose macros the crate of a file takes as a whole (`#[macro_use] extern crate a`). */
function cratesWithMacros(i: Inference, file: ProgramFile): ProgramFile[] {
  return i.program
    .globals(file, usedMacros)
    .filter((one) => one.file.kind(one.entity) === entityKinds.import && one.file.summary.unit === file.summary.unit)
    .flatMap((one) => i.program.module(one.file, one.file.get(one.entity, entityFields.listA)) ?? []);
}

/** The first of the targets when all are in one file; 'unknown' for targets in several files. */
function ofOneFile(targets: readonly Target[]): readonly Target[] | 'unknown' {
  const first = targets[0]!;
  return targets.every((one) => one.file === first.file) ? [first] : 'unknown';
}

/** The file of the project from which a name is imported. */
function importedFrom(i: Inference, file: ProgramFile, scope: number, name: string): ProgramFile | null {
  const string = file.stringOf(name);
  const found = string === -1 ? [] : file.lookUp(scope, string, spaces.any, false);
  for (const entity of found) {
    const module =
      file.kind(entity) === entityKinds.import ? i.program.module(file, file.get(entity, entityFields.listA)) : null;
    if (module !== null) return module;
  }
  return null;
}
