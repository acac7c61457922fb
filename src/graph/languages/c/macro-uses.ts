/**
 * What a call of a macro uses besides its arguments: the functions of the calling file whose names the macro makes of them. `DEVICE_ATTR_RO(size)` hands on
 * `size_show`.
 * Invariant: the work for a call is bounded; a name means only what the calling file itself declares.
 */
import { entityFields, entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { filledIn, readTemplate, templateMarks } from '../../../model/languages/macro-template.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { spaces } from '../../program/spaces.ts';
import type { Target } from '../../program/targets.ts';
import type { Inference } from '../../questions/questions.ts';
import { cName } from './names.ts';

/** The maximum number of macros that are followed for one call. */
const maxSteps = 60;
const maxDepth = 6;

interface MacroUse {
  target: Target;
  isCalled: boolean;
}

interface Expansion {
  i: Inference;
  file: ProgramFile;
  /** Uses by name. */
  found: Map<string, MacroUse>;
  steps: number;
}

/** @param node the call's `overload` node */
export function usedByMacro(i: Inference, file: ProgramFile, node: number, targets: readonly Target[]): MacroUse[] {
  const [macro] = targets;
  if (macro === undefined || file.op(node) !== ops.overload || templateText(macro) === '') return [];
  const args = file.list(file.operand(node, 1)).map((arg) => nameOf(file, arg));
  const expansion: Expansion = { i, file, found: new Map(), steps: 0 };
  expand(expansion, macro, { args, depth: 0 });
  return [...expansion.found.values()];
}

/** The template of a macro; '' for another target and for a macro that makes nothing. */
function templateText({ file, entity }: Target): string {
  if (file.kind(entity) !== entityKinds.function || !file.has(entity, entityFlags.constant)) return '';
  const context = file.get(entity, entityFields.context);
  return file.op(context) === ops.literalType ? file.text(file.operand(context, 0)) : '';
}

/** The macros that the text of a macro calls; undefined for another entity. */
export function macrosCalled(file: ProgramFile, entity: number): readonly string[] | undefined {
  const template = templateText({ file, entity });
  if (template === '') return undefined;
  return readTemplate(template).flatMap(({ mark, names }) => (mark === templateMarks.expands ? (names[0] ?? []) : []));
}

/** The name that an argument is; '' for another expression. */
function nameOf(file: ProgramFile, node: number): string {
  switch (file.op(node)) {
    case ops.name:
      return file.text(file.operand(node, 0));
    case ops.entity:
      return file.name(file.operand(node, 0));
    case ops.typed:
      return nameOf(file, file.operand(node, 0));
    default:
      return '';
  }
}

function expand(
  expansion: Expansion,
  macro: Target,
  { args, depth }: { args: readonly string[]; depth: number },
): void {
  const { i, file, found } = expansion;
  for (const { mark, names } of readTemplate(templateText(macro))) {
    if (expansion.steps++ > maxSteps) return;
    const [name = '', ...given] = names;
    if (mark === templateMarks.expands) {
      const inner = depth < maxDepth ? macroNamed(i, macro.file, file, name) : null;
      if (inner !== null) expand(expansion, inner, { args: given.map((one) => filledIn(one, args)), depth: depth + 1 });
      continue;
    }
    const made = filledIn(name, args);
    const isCalled = mark === templateMarks.calls;
    for (const entity of declaredAtTop(file, made))
      if (!found.has(made) || isCalled) found.set(made, { target: { file, entity }, isCalled });
  }
}

function declaredAtTop(file: ProgramFile, name: string): readonly number[] {
  const string = name === '' ? -1 : file.stringOf(name);
  if (string === -1) return [];
  const entities = file.declared(0, string).filter((entity) => !file.has(entity, entityFlags.constant));
  const defined = entities.filter((entity) => file.has(entity, entityFlags.implemented));
  return (defined.length > 0 ? defined : entities).slice(0, 1);
}

/** The macro of a name, as the file that names it sees it, or else the file that is expanded. */
function macroNamed(i: Inference, naming: ProgramFile, expanded: ProgramFile, name: string): Target | null {
  for (const file of new Set([naming, expanded])) {
    const found = cName(i, file, { name, scope: 0, space: spaces.value });
    const entity = found.kind === 'entities' ? found.entities[0] : undefined;
    if (found.kind === 'entities' && entity !== undefined) return { file: found.file, entity };
  }
  return null;
}
