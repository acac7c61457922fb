/** `code-scout outline`: the tool `get_outline`; the parts of a text are sections, not modules. */
import { formatOutline } from '../../tools/get-outline/format.ts';
import { askOutline, tool } from '../../tools/get-outline/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import { kindWord } from '../layouts/symbol-lines.ts';
import type { OutlineAnswer } from '../../model/code-questions.ts';
import type { Spot } from '../layouts/place-lines.ts';
import { placeList } from '../layouts/place-list.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { nameFromHere } from '../path-argument.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface OutlineOptions {
  file?: string;
  module?: string;
  package?: string;
  vimgrep?: boolean;
  maxChars?: string;
}

export async function showOutline(request: ProjectRequest, name: string, options: OutlineOptions): Promise<ExitCode> {
  const symbol = nameFromHere(request, name);
  return runTool(request, {
    tool,
    isList: options.vimgrep,
    args: argumentsFor('get_outline', { symbol }, options),
    layout: async ({ engine, args, say, maxChars }) => {
      const { answer, results } = await askOutline(engine, args);
      const language = answer.of === 'file' ? answer.language : '';
      const isProse = engine.languages().some(({ id, isProse: prose }) => id === language && prose === true);
      const wordOf: typeof kindWord = (kind) => (isProse && kind === 'module' ? 'section' : kindWord(kind));
      const { text } = formatOutline(answer, { maxChars, say, kindWord: wordOf });
      return options.vimgrep === true ? placeList(request, engine, spotsOf(answer), text) : { text, results };
    },
  });
}

/** Of a function without definitions in it, its statements. */
function spotsOf(answer: OutlineAnswer): Spot[] {
  const path = answer.of === 'file' ? answer.path : answer.node.path;
  if (answer.symbols.length > 0 || answer.of === 'file')
    return answer.symbols.map(({ startLine, name }) => ({ path, line: startLine, column: 0, name }));
  return (answer.steps ?? []).map(({ line }) => ({ path, line, column: 1 }));
}
