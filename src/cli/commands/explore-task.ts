/** `code-scout explore`: the tool `explore`; with --json the pieces as data. Vectors are brought up to date first. */
import { checkArguments } from '../../tools/arguments.ts';
import { defaultMaxChars } from '../../tools/budget.ts';
import { exploreData } from '../../tools/explore/data.ts';
import { exploreRequest, input } from '../../tools/explore/request.ts';
import { tool } from '../../tools/explore/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { runTool } from '../tool-run.ts';

export interface ExploreOptions {
  maxTokens?: string;
  seen?: string;
  language?: string;
  prefix?: string;
  maxChars?: string;
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

export async function exploreTask(
  request: ProjectRequest,
  words: readonly string[],
  options: ExploreOptions,
): Promise<ExitCode> {
  const { maxTokens, seen, language, prefix, maxChars } = options;
  // A terminal is not much longer than a prompt.
  const most = numberOf(maxChars) ?? (maxTokens === undefined ? defaultMaxChars : undefined);
  const args = { query: words.join(' '), max_tokens: numberOf(maxTokens), seen, language, pathPrefix: prefix };
  return runTool(request, {
    tool,
    args: { ...args, max_chars: most },
    embeddings: true,
    data: async (engine) => {
      const checked = checkArguments(input(), { ...args, max_chars: most });
      return exploreData(checked.query, await engine.explore(exploreRequest(checked, engine)));
    },
  });
}
