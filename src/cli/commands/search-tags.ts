/** `code-scout tags`: the tool `code-scout_search`. */
import { tool } from '../../tools/code-scout-search/tool.ts';
import type { ToolAnswer } from '../../tools/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { plural } from '../terminal/quantities.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface TagOptions {
  limit?: string;
  offset?: string;
  language?: string;
  fileType?: string;
  path?: string;
  hasExports?: boolean;
  tests?: boolean;
}

export async function searchTags(request: ProjectRequest, tags: string[], options: TagOptions): Promise<ExitCode> {
  return runTool(request, { tool, args: argumentsFor('code-scout_search', { tags }, options), text: tagsText });
}

/** The tool's data, as far as it is printed. */
interface TagAnswer {
  total_files?: number;
  results?: number;
  notes?: string[];
  files?: {
    path: string;
    definitions?: { total: number; shown: string[] };
    imports?: { local?: string[]; external?: string[]; builtin?: string[] };
    tags_found?: string[];
  }[];
}

/** The tool answers in Markdown, which nothing renders on a terminal. */
function tagsText({ structured = {} }: ToolAnswer): string {
  const { total_files: total = 0, results = 0, notes = [], files = [] } = structured as TagAnswer;
  const shown = results < total ? `, ${results} of them here` : '';
  return [
    `${plural(total, 'file')}${shown}`,
    ...files.flatMap(({ path, definitions = { total: 0, shown: [] }, imports = {}, tags_found: found = [] }) => {
      const modules = [imports.local, imports.external, imports.builtin].flatMap((list = []) => list);
      const rest = definitions.total - definitions.shown.length;
      return [
        '',
        found.length === 0 ? path : `${path} (only ${found.join(', ')})`,
        ...definitions.shown.map((one) => `  ${one}`),
        ...(rest > 0 ? [`  and ${rest} more`] : []),
        ...(modules.length === 0 ? [] : [`  imports ${modules.join(', ')}`]),
      ];
    }),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `note: ${note}`)]),
  ].join('\n');
}
