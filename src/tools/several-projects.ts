/**
 * The tools of a server with several projects: each takes `project`, a name, and its answer says which project it is about.
 * Invariant: with one project the tools are unchanged. Lists are created once, since each request over HTTP needs one.
 */
import { z } from 'zod';
import { AppError } from '../model/error.ts';
import { tools } from './registry.ts';
import type { Tool, ToolAnswer } from './tool.ts';

const made = new WeakMap<readonly Tool[], Map<string, readonly Tool[]>>();

/**
 * @param names of the projects; a call that names none is about the first. With none or one the tools take no name
 * @param among the served tools
 */
export function toolsFor(names: readonly string[], among: readonly Tool[] = tools): readonly Tool[] {
  const [first, second] = names;
  if (first === undefined || second === undefined) return among;
  const lists = made.get(among) ?? new Map<string, readonly Tool[]>();
  made.set(among, lists);
  const key = JSON.stringify(names);
  const known = lists.get(key);
  if (known !== undefined) return known;
  const addressed = among.map((tool) => addressedTool(tool, [first, second, ...names.slice(2)]));
  lists.set(key, addressed);
  return addressed;
}

type Names = [string, string, ...string[]];

const answeredBy = {
  project: z.string().optional().describe('The project that was asked'),
  not_asked: z.array(z.string()).optional().describe('The other projects, if the call named none'),
};

function addressedTool(tool: Tool, names: Names): Tool {
  const [first, ...others] = names;
  const project = z.enum(names).optional().meta({ default: first }).describe(`The project to ask (default: ${first})`);
  const split = (args: unknown): { chosen: string | null; own: Record<string, unknown> } => {
    const { project: chosen = null, ...own } = args as Record<string, unknown> & { project?: string };
    return { chosen, own };
  };
  return {
    ...tool,
    ...(tool.listed === undefined ? {} : { listed: [...tool.listed, 'project'] }),
    input: tool.input.extend({ project }),
    output: tool.output === null ? null : tool.output.extend(answeredBy),
    projectPath: (args) => tool.projectPath(split(args).own),
    project: (args) => split(args).chosen,
    async run(engine, args, context) {
      const { chosen, own } = split(args);
      try {
        return named(await tool.run(engine, own, context), { chosen, first, others, path: tool.projectPath(own) });
      } catch (error) {
        throw chosen === null ? elsewhere(error, first, others) : error;
      }
    },
  };
}

interface Asked {
  chosen: string | null;
  first: string;
  others: readonly string[];
  /** A folder, which determines the project; the answer of such a tool names it itself. */
  path: string | null;
}

function named(answer: ToolAnswer, { chosen, first, others, path }: Asked): ToolAnswer {
  if (path !== null || answer.isError === true) return answer;
  const project = chosen ?? first;
  const left = chosen === null ? others : [];
  const text = `Project: ${project}${left.length === 0 ? '' : ` (not asked: ${left.join(', ')})`}`;
  const { structured } = answer;
  const data = { ...structured, project, ...(left.length === 0 ? {} : { not_asked: left }) };
  return { ...answer, texts: [...answer.texts, text], ...(structured === undefined ? {} : { structured: data }) };
}

/** What was not found in the first project may be in another, so that the error names the others. */
function elsewhere(error: unknown, first: string, others: readonly string[]): unknown {
  if (!(error instanceof AppError) || error.code !== 'NotFoundError') return error;
  const { message, hint, details, cause } = error;
  const ask = `This is about ${first}; for another project give project: ${others.join(', ')}.`;
  return new AppError('NotFoundError', message, {
    hint: hint === null ? ask : `${hint}\n${ask}`,
    ...(details === null ? {} : { details }),
    ...(cause === undefined ? {} : { cause }),
  });
}
