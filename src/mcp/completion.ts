/** Completes the arguments of resource templates and prompts with at most 100 values. Invariant: completion starts no indexing. */
import {
  ProtocolError,
  ProtocolErrorCode,
  type CompleteRequest,
  type CompleteResult,
} from '@modelcontextprotocol/server';
import type { Completions, Engine } from '../engine/types.ts';
import { allProjects } from '../tools/tool.ts';
import { listedPrompts, prompts } from './prompts/list.ts';
import { bases, listedTemplates } from './resources/list.ts';
import type { ServerHost } from './server-host.ts';

const maxValues = 100;

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function namesStarting(names: readonly string[], typed: string): Completions {
  const values = names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
  return { values: values.slice(0, maxValues), total: values.length };
}

type Source = 'project' | 'path' | 'paths' | 'symbol';

/** How the argument of a template is completed; null if the template has no such argument. */
function templateSource(uri: string, argument: string, projects: readonly string[]): Source | null {
  const templates = listedTemplates(projects).map(({ uriTemplate }) => uriTemplate);
  if (!templates.includes(uri)) {
    throw invalid(`Unknown resource template: ${uri.slice(0, 200)}. The templates are ${templates.join(', ')}`);
  }
  if (argument === 'project' && projects.length > 0) return 'project';
  if (argument === 'path' && uri.startsWith(bases.files)) return 'path';
  return argument === 'symbol' && uri.startsWith(bases.symbols) ? 'symbol' : null;
}

/** How the argument of a prompt is completed: `none` for free text, null if the prompt has no such argument. */
function promptSource(name: string, argument: string, projects: readonly string[]): Source | 'none' | null {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt === undefined) {
    const names = listedPrompts(projects).map((one) => one.name);
    throw invalid(`Unknown prompt: ${name.slice(0, 100)}. The prompts are ${names.join(', ')}`);
  }
  if (argument === 'project' && projects.length > 0) return 'project';
  const promptArgument = prompt.arguments.find((one) => one.name === argument);
  return promptArgument === undefined ? null : (promptArgument.completes ?? 'none');
}

async function completionsOf(source: Source, typed: string, engine: Engine): Promise<Completions> {
  if (source === 'symbol') return engine.completion.symbols(typed, maxValues);
  if (source !== 'paths') return engine.completion.paths(typed, maxValues);
  // The argument takes several paths: only the last one, which is being typed, is completed.
  const earlierPaths = /^(?:.*[\s,])?/s.exec(typed)?.[0] ?? '';
  const { values, total } = await engine.completion.paths(typed.slice(earlierPaths.length), maxValues);
  return { values: values.map((value) => earlierPaths + value), total };
}

/** Throws `ProtocolError`. */
export async function complete(
  { ref, argument, context }: CompleteRequest['params'],
  { pool, additions }: Pick<ServerHost, 'pool' | 'additions'>,
): Promise<CompleteResult> {
  const added =
    ref.type === 'ref/prompt' ? additions?.prompts.find(({ listed }) => listed.name === ref.name) : undefined;
  if (added !== undefined) {
    const all = (await added.complete?.(argument)) ?? [];
    const values = all.slice(0, maxValues);
    return { completion: { values, total: all.length, hasMore: all.length > values.length } };
  }
  const isPrompt = ref.type === 'ref/prompt';
  const source = isPrompt
    ? promptSource(ref.name, argument.name, pool.names)
    : templateSource(ref.uri, argument.name, pool.names);
  if (source === null) {
    throw invalid(`The ${isPrompt ? 'prompt' : 'template'} has no argument ${argument.name.slice(0, 100)}`);
  }
  const { values, total } = await findCompletions(source, argument.value, context?.arguments?.['project'], pool);
  return { completion: { values: [...values], total, hasMore: total > values.length } };
}

async function findCompletions(
  source: Source | 'none',
  typed: string,
  projectArgument: string | undefined,
  pool: ServerHost['pool'],
): Promise<Completions> {
  if (source === 'none') return { values: [], total: 0 };
  if (source === 'project') return namesStarting(pool.names, typed);
  const isProject = projectArgument !== undefined && [...pool.names, allProjects].includes(projectArgument);
  const project = isProject && pool.names.length > 0 ? projectArgument : null;
  return completionsOf(source, typed, await pool.engineFor({ project, path: null }, { writes: false }));
}
