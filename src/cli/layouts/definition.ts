/** `definition` for a person: each definition with its line of code and its doc comment. */
import type { DefinitionAnswer } from '../../model/code-questions.ts';
import type { SymbolNode } from '../../model/graph.ts';
import { formatDefinition } from '../../tools/get-definition/format.ts';
import type { Wording } from '../../tools/wording.ts';
import { printable } from '../terminal/printable.ts';
import type { Layout } from '../tool-run.ts';
import { definitionCode } from './definition-code.ts';
import { cutToWidth, placeLines, vimgrepLayout, type PlaceForm, type Spot } from './place-lines.ts';
import { docOnOneLine, kindWord, signedName } from './symbol-lines.ts';

interface AskedDefinition {
  form: PlaceForm;
  maxChars: number;
  say: Wording;
  vimgrep: boolean;
}

export function definitionLayout(answer: DefinitionAnswer, { form, maxChars, say, vimgrep }: AskedDefinition): Layout {
  const { path, local, symbols } = answer;
  const spots = [
    ...symbols.map(({ node }) => spotOf(node, form)),
    ...(local === null ? [] : [{ path, line: local.line, column: local.column, name: answer.name ?? '' }]),
  ];
  const { text } = formatDefinition(answer, { maxChars, say });
  if (vimgrep) return vimgrepLayout(spots, text, form);
  if (spots.length === 0) return { text, results: 0 };
  const notes = text.split('\n').filter((line) => line.startsWith('note: '));
  const lines = [
    ...symbols.flatMap((one) => symbolLines(one, form)),
    ...(local === null ? [] : [...placeLines(spots.slice(-1), form, ''), `  ${localText(local)}`]),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
  return { text: lines.join('\n'), results: spots.length };
}

function spotOf({ path, line, name }: DefinitionAnswer['symbols'][number]['node'], { lines }: PlaceForm): Spot {
  return { path, line, column: lines.line(path, line).indexOf(name) + 1, name };
}

function symbolLines(
  { node, docstring, kind, resolution }: DefinitionAnswer['symbols'][number],
  form: PlaceForm,
): string[] {
  const doc = docOnOneLine(docstring);
  const marks = `${kind === 'definition' ? ' (this place)' : ''}${resolution === 'name' ? ' (by name only)' : ''}`;
  const width = Math.max(20, form.width);
  return [
    ...placeLines([spotOf(node, form)], form, ''),
    cutToWidth(`  ${kindWord(node.kind)} ${signedName(node)}${marks}`, width),
    ...(doc === '' ? [] : [`  ${cutToWidth(doc, Math.min(width, 200) - 2)}`]),
    ...codeOf(node, form),
  ];
}

/** The code of the definition, if it is short. */
export function codeOf({ kind, path, startLine, endLine }: SymbolNode, { lines, width }: PlaceForm): string[] {
  if (kind === 'file') return [];
  return definitionCode(
    lines.range(path, startLine, endLine).map(({ text }) => text),
    width,
  );
}

function localText({ kind, container, module }: NonNullable<DefinitionAnswer['local']>): string {
  const from = module === null ? '' : ` from ${printable(module)}`;
  const where = container === null ? '' : ` of ${printable(container)}`;
  return kind === 'import' ? `import${from}, outside of the project` : `local ${kind}${where}${from}`;
}
