/** `code-scout definition`: the tool `get_definition`, each definition with its line of code; of a name without a place, its definitions. */
import { symbolRequest, tool as searchTool, type SymbolArguments } from '../../tools/search/tool.ts';
import { askDefinition, tool, type DefinitionArguments } from '../../tools/get-definition/tool.ts';
import { AppError } from '../../model/error.ts';
import type { ExitCode } from '../exit-codes.ts';
import { definitionLayout } from '../layouts/definition.ts';
import { symbolsLayout } from '../layouts/symbols.ts';
import { nameFromHere } from '../path-argument.ts';
import { placeForm } from '../place-options.ts';
import type { ProjectRequest } from '../asked-root.ts';
import type { NamedArguments } from '../../tools/wording.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool, type LayoutRequest } from '../tool-run.ts';

export interface DefinitionOptions {
  line?: string;
  column?: string;
  name?: string;
  maxChars?: string;
  vimgrep?: boolean;
}

/** Tests may give one name to hundreds of things. `symbols` goes on behind these. */
const mostOfOneName = 20;

export async function showDefinition(
  request: ProjectRequest,
  given: string | undefined,
  options: DefinitionOptions,
): Promise<ExitCode> {
  const { vimgrep = false } = options;
  const place = given ?? options.name;
  if (place === undefined || (given === undefined && (options.line ?? options.column) !== undefined))
    throw new AppError('ValidationError', 'A place or a name is required', {
      hint: 'Give a place such as src/app.ts:12:8, or a name.',
      details: { field: 'PLACE', expected: 'a place or a name', received: 'nothing' },
    });
  if (given === undefined || (options.line === undefined && isName(request, place)))
    return runTool(request, {
      tool: searchTool,
      isList: vimgrep,
      args: { pattern: place, max_chars: options.maxChars },
      layout: async ({ engine, args, say, maxChars }: LayoutRequest<SymbolArguments>) => {
        const form = async (paths: readonly string[]) => placeForm(request, engine, paths, {});
        const few = vimgrep ? {} : { limit: engine.limits.usual ?? mostOfOneName };
        const { request: asked, filters } = symbolRequest({ ...args, ...few }, engine);
        const inSymbols = { ...say, repeat: (next: NamedArguments) => say.call(searchTool.name, { pattern: place, ...next }) }; // prettier-ignore
        return symbolsLayout(engine, {
          request: asked,
          filters,
          say: inSymbols,
          maxChars,
          vimgrep,
          hasCode: true,
          form,
        });
      },
    });
  return runTool(request, {
    tool,
    isList: vimgrep,
    args: argumentsFor('get_definition', { file: nameFromHere(request, place) }, options),
    layout: async ({ engine, args, say, maxChars }: LayoutRequest<DefinitionArguments>) => {
      const answer = await askDefinition(engine, args, say);
      const paths = [answer.path, ...answer.symbols.map(({ node }) => node.path)];
      return definitionLayout(answer, { form: await placeForm(request, engine, paths, {}), maxChars, say, vimgrep });
    },
  });
}

/** What has neither a line nor a path, or is the id of a symbol. */
function isName(request: ProjectRequest, place: string): boolean {
  return /#[^/:]+$/.test(place) || (/^[^/:]+$/.test(place) && nameFromHere(request, place) === place);
}
