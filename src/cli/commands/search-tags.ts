/** `code-scout tags`: the search of `code-scout_search`, with the same text. The index is brought up to date first. */
import { tool } from '../../tools/code-scout-search/tool.ts';
import { checkArguments } from '../../tools/arguments.ts';
import { largestMaxChars } from '../../tools/budget.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { refreshIndex } from '../index-run.ts';
import { printableJson, printableLines } from '../terminal/printable.ts';
import { withProject } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';

export interface TagOptions {
  limit?: string;
  offset?: string;
  language?: string;
  fileType?: string;
  path?: string;
  hasExports?: boolean;
  tests?: boolean;
}

/** An update that takes longer is worth a progress line (ms). */
const quietMs = 1000;

/** The tool's arguments; what is not given is absent. */
export function toolArguments(tags: readonly string[], options: TagOptions): Record<string, unknown> {
  const { limit, offset, language, fileType, path, hasExports, tests } = options;
  const given = (values: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const filters = given({ language, fileType, path, hasExports, hasTests: tests });
  return given({
    tags,
    limit: limit === undefined ? undefined : Number(limit),
    offset: offset === undefined ? undefined : Number(offset),
    filters: Object.keys(filters).length === 0 ? undefined : filters,
    max_chars: largestMaxChars,
  });
}

export async function searchTags(request: ProjectRequest, tags: string[], options: TagOptions): Promise<ExitCode> {
  const { terminal } = request;
  const json = request.options.json ?? false;
  const args = checkArguments(tool.input, toolArguments(tags, options));
  return withProject(request, async ({ engine }) => {
    await refreshIndex(engine, { terminal, json, quietMs });
    const { texts, structured } = await tool.run(engine, args, { signal: terminal.cancellation(), progress: null });
    terminal.out(json ? printableJson(structured ?? {}) : printableLines(texts.join('\n')));
    return structured?.['total_files'] === 0 ? exitCode.nothing : exitCode.ok;
  });
}
