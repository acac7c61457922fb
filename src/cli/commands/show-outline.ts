/** `code-scout outline`: the tool `get_outline`; the parts of a text are sections, not modules. */
import { formatOutline } from '../../tools/get-outline/format.ts';
import { askOutline, tool } from '../../tools/get-outline/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import { kindWord } from '../layouts/symbol-lines.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { nameFromHere } from '../path-argument.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface OutlineOptions {
  file?: string;
  module?: string;
  package?: string;
  maxChars?: string;
}

export async function showOutline(request: ProjectRequest, name: string, options: OutlineOptions): Promise<ExitCode> {
  const symbol = nameFromHere(request, name);
  return runTool(request, {
    tool,
    args: argumentsFor('get_outline', { symbol }, options),
    layout: async ({ engine, args, say, maxChars }) => {
      const { answer, results } = await askOutline(engine, args);
      const language = answer.of === 'file' ? answer.language : '';
      const isProse = engine.languages().some(({ id, isProse: prose }) => id === language && prose === true);
      const wordOf: typeof kindWord = (kind) => (isProse && kind === 'module' ? 'section' : kindWord(kind));
      return { text: formatOutline(answer, { maxChars, say, kindWord: wordOf }).text, results };
    },
  });
}
