/** `code-scout symbols`: the tool `search`, a line for each symbol; where no symbol has the name, those with a part like it. */
import { symbolRequest, tool, type SymbolArguments } from '../../tools/search/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import { symbolsLayout } from '../layouts/symbols.ts';
import { placeForm } from '../place-options.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool, type LayoutRequest } from '../tool-run.ts';

export interface SymbolOptions {
  type?: string;
  module?: string;
  package?: string;
  exported?: boolean;
  offset?: string;
  limit?: string;
  maxChars?: string;
  vimgrep?: boolean;
}

export async function findSymbols(request: ProjectRequest, pattern: string, options: SymbolOptions): Promise<ExitCode> {
  return runTool(request, {
    tool,
    isList: options.vimgrep,
    args: argumentsFor('search', { pattern }, options),
    layout: async ({ engine, args, say, maxChars }: LayoutRequest<SymbolArguments>) => {
      const asked = symbolRequest(args, engine);
      const form = async (paths: readonly string[]) => placeForm(request, engine, paths, {});
      return symbolsLayout(engine, { ...asked, say, maxChars, vimgrep: options.vimgrep ?? false, form });
    },
  });
}
