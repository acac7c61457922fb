/** The answer of `get_definition`: each symbol with its signature and doc, or the local declaration. Invariant: says plainly where nothing is known. */
import type { DefinitionAnswer } from '../../model/code-questions.ts';
import { oneLine, type Draft } from '../budget.ts';
import { clip, fitDraft, type Detail } from '../graph-text/detail.ts';
import { linkWord } from '../graph-text/link-data.ts';
import { knowsAll, noteLines, notesData, stateNotes } from '../graph-text/notes.ts';
import { symbolData, symbolTail } from '../graph-text/symbol-data.ts';
import { count } from '../graph-text/unresolved.ts';
import type { Wording } from '../wording.ts';

export interface DefinitionFormat {
  maxChars: number;
  say: Wording;
}

/** The maximum length of a doc comment (characters). */
const maxDoc = 300;

function summaryOf({ name, symbols, local, candidates, state, line, path }: DefinitionAnswer): string {
  if (name === null) return `no name stands there (${path}:${line})`;
  if (symbols.length > 0) return count(symbols.length, 'definition');
  if (local !== null)
    return local.kind === 'import' ? 'an import from outside of the project' : `a local ${local.kind}`;
  if (candidates.total > 0) return 'not known; these have the name';
  return knowsAll(state) ? 'not known: nothing in the project has the name' : 'not known';
}

function draftOf(answer: DefinitionAnswer, format: DefinitionFormat, shown: number, detail: Detail): Draft {
  const { path, line, column, name, local, container, candidates } = answer;
  const symbols = answer.symbols.slice(0, shown).map(({ node, kind, resolution, docstring }) => ({
    ...symbolData(node, detail),
    place: node.kind === 'file' ? clip(node.path, detail.path) : `${clip(node.path, detail.path)}:${node.line}`,
    ...(node.signature === null || detail.signature === 0 ? {} : { signature: clip(node.signature, 200) }),
    ...(docstring === null || docstring.trim() === ''
      ? {}
      : { doc: clip(docstring.replaceAll(/\s+/g, ' ').trim(), maxDoc) }),
    as: kind === 'definition' ? kind : linkWord(kind, 'passive'),
    ...(resolution === 'name' ? { resolution } : {}),
  }));
  const others = candidates.first.map((node) => ({ ...symbolData(node, detail), place: `${node.path}:${node.line}` }));
  const notes = [
    ...stateNotes(answer.state),
    ...(shown < answer.symbols.length ? [`${answer.symbols.length - shown} more definitions do not fit.`] : []),
  ];
  const summary = summaryOf(answer);
  const where = `${name === null ? '' : ` ${oneLine(name)}`}${container === null ? '' : ` in ${oneLine(container)}`}`;
  const lines = [
    `${format.say.heading('get_definition')}: ${oneLine(path)}:${line}${column === 0 ? '' : `:${column}`}${where}`,
    summary,
    ...symbols.flatMap(({ id, kind, place, as, doc, resolution, ...symbol }) => [
      '',
      oneLine(id),
      `${kind}${symbolTail(symbol)} at ${oneLine(place)}${as === 'definition' ? '; the place is its own name' : `; ${as}`}${resolution === undefined ? '' : ', by name only'}`,
      ...(doc === undefined ? [] : [`doc: ${oneLine(doc)}`]),
    ]),
    ...(local === null
      ? []
      : [
          '',
          `${local.kind} at ${oneLine(path)}:${local.line}:${local.column}${local.container === null ? '' : ` in ${oneLine(local.container)}`}${local.module === null ? '' : ` from ${oneLine(local.module)}`}`,
          `  ${oneLine(local.text)}`,
        ]),
    ...(others.length === 0
      ? []
      : ['', ...others.map(({ id, kind, place }) => `  ${oneLine(id)}  ${kind}, ${oneLine(place)}`)]),
    ...(candidates.total > others.length
      ? [
          `  ... and ${candidates.total - others.length} more: ${format.say.call('search', { pattern: name })} lists them`,
        ]
      : []),
    ...noteLines(notes),
  ];
  return {
    text: `${lines.join('\n')}\n`,
    structured: {
      path: clip(path, detail.path),
      line,
      column,
      ...(name === null ? {} : { name: clip(name, detail.name) }),
      ...(container === null ? {} : { in: clip(container, detail.name) }),
      summary,
      total: answer.symbols.length,
      definitions: symbols,
      ...(local === null
        ? {}
        : { local: { ...local, container: local.container ?? undefined, module: local.module ?? undefined } }),
      ...(candidates.total === 0 ? {} : { candidates: { total: candidates.total, first: others } }),
      ...notesData(notes),
    },
  };
}

export function formatDefinition(answer: DefinitionAnswer, format: DefinitionFormat): Draft {
  return fitDraft({
    total: answer.symbols.length,
    maxChars: format.maxChars,
    draft: (shown, detail) => draftOf(answer, format, shown, detail),
  });
}
