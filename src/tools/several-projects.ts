/**
 * The tools of a server whose projects have names: each takes `project`, a name, or `*` for all together, and its answer says which projects it is about.
 * Invariant: without names the tools are unchanged. Lists are created once, since each request over HTTP needs one.
 */
import { z } from 'zod';
import type { AskedProjects, Engine } from '../engine/types.ts';
import { AppError } from '../model/error.ts';
import { askedData, askedText } from './all-projects.ts';
import { tools } from './registry.ts';
import { allProjects, type Tool, type ToolAnswer } from './tool.ts';

const cachedLists = new WeakMap<readonly Tool[], Map<string, readonly Tool[]>>();

/**
 * @param names of the projects; a call without a name is about the first. Empty: the server has one project, which needs no name
 * @param served all tools of the server
 */
export function toolsFor(names: readonly string[], served: readonly Tool[] = tools): readonly Tool[] {
  const [first, ...others] = names;
  if (first === undefined) return served;
  const lists = cachedLists.get(served) ?? new Map<string, readonly Tool[]>();
  cachedLists.set(served, lists);
  const key = JSON.stringify(names);
  const cached = lists.get(key);
  if (cached !== undefined) return cached;
  const extended = served.map((tool) => withProjectArgument(tool, [first, ...others]));
  lists.set(key, extended);
  return extended;
}

type Names = [string, ...string[]];

/** With more projects the schema of the argument does not list them: each tool would repeat thousands of names. */
const mostListed = 50;
/** So many other projects are named in an answer. */
const mostNamed = 10;

function someOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const projectFields = {
  project: z.string().optional().describe('The project that was asked; *: all'),
  not_asked: z.array(z.string()).optional().describe('The other projects, if the call named none'),
  projects_asked: z.array(z.string()).optional().describe('With *: the projects that were asked'),
  projects_not_asked: z
    .array(z.object({ project: z.string(), reason: z.string() }))
    .optional()
    .describe('With *: the projects without an index, and those that cannot be opened'),
};

/** The argument `project` of a tool. */
function projectArgument({ name, oneProject }: Tool, names: Names): z.ZodType {
  const [first] = names;
  if (names.length > mostListed) return freeArgument({ name, oneProject }, names);
  const schema =
    oneProject === undefined
      ? z
          .enum([...names, allProjects])
          .describe(`The project to ask; ${allProjects} for all together (default: ${first})`)
      : z
          .enum(names, {
            error: ({ input }) =>
              input === allProjects
                ? `${name} is about one project: ${oneProject}. Name one of ${names.join(', ')}`
                : undefined,
          })
          .describe(`The project to ask (default: ${first})`);
  return schema.optional().meta({ default: first });
}

function freeArgument({ name, oneProject }: Pick<Tool, 'name' | 'oneProject'>, names: Names): z.ZodType {
  const [first] = names;
  const all = oneProject === undefined ? `; ${allProjects} for all together` : '';
  return z
    .string()
    .refine((given) => oneProject === undefined || given !== allProjects, {
      error: `${name} is about one project: ${oneProject}`,
    })
    .describe(`The project to ask, one of ${names.length}${all} (default: ${first})`)
    .optional()
    .meta({ default: first });
}

function withProjectArgument(tool: Tool, names: Names): Tool {
  const [first, ...others] = names;
  const project = projectArgument(tool, names);
  const splitArguments = (args: unknown): { chosen: string | null; toolArgs: Record<string, unknown> } => {
    const { project: chosen = null, ...toolArgs } = args as Record<string, unknown> & { project?: string };
    return { chosen, toolArgs };
  };
  return {
    ...tool,
    ...(tool.listed === undefined ? {} : { listed: [...tool.listed, 'project'] }),
    input: tool.input.extend({ project }),
    output: tool.output === null ? null : tool.output.extend(projectFields),
    projectPath: (args) => tool.projectPath(splitArguments(args).toolArgs),
    project: (args) => splitArguments(args).chosen,
    async run(engine, args, context) {
      const { chosen, toolArgs } = splitArguments(args);
      try {
        const answer = await tool.run(engine, toolArgs, context);
        if (chosen === allProjects) return withAskedProjects(answer, await askedOf(engine, names));
        return withProjectName(answer, {
          chosen,
          first,
          others,
          path: tool.projectPath(toolArgs),
        });
      } catch (error) {
        throw chosen === null ? withOtherProjects(error, first, others) : error;
      }
    },
  };
}

interface Asked {
  chosen: string | null;
  first: string;
  others: readonly string[];
  /** A folder that determines the project instead of a name; the answer then names the project already. */
  path: string | null;
}

/** Adds to an answer the project that it is about, and the projects that were not asked. */
function withProjectName(answer: ToolAnswer, { chosen, first, others, path }: Asked): ToolAnswer {
  if (path !== null || answer.isError === true) return answer;
  const project = chosen ?? first;
  const notAsked = chosen === null ? others : [];
  const text = `Project: ${project}${notAsked.length === 0 ? '' : ` (not asked: ${someOf(notAsked)})`}`;
  const { structured } = answer;
  const data = {
    ...structured,
    project,
    ...(notAsked.length === 0 ? {} : { not_asked: notAsked.slice(0, mostListed) }),
  };
  return { ...answer, texts: [...answer.texts, text], ...(structured === undefined ? {} : { structured: data }) };
}

async function askedOf(engine: Engine, names: Names): Promise<AskedProjects> {
  return (await engine.projects?.()) ?? { asked: names.map((project) => ({ project, root: '' })), notAsked: [] };
}

/** Adds to an answer of all projects which of them were asked. */
function withAskedProjects(answer: ToolAnswer, asked: AskedProjects): ToolAnswer {
  if (answer.isError === true) return answer;
  const { structured } = answer;
  return {
    ...answer,
    texts: [...answer.texts, askedText(asked)],
    ...(structured === undefined ? {} : { structured: { ...structured, ...askedData(asked) } }),
  };
}

/** Something that is not in the first project may be in another one, so the error names the others, and all together. */
function withOtherProjects(error: unknown, first: string, others: readonly string[]): unknown {
  if (!(error instanceof AppError) || error.code !== 'NotFoundError' || others.length === 0) return error;
  const { message, hint, details, cause } = error;
  const ask = `This is about ${first}; for another project give project: ${someOf(others)}; for all, project: ${allProjects}.`;
  return new AppError('NotFoundError', message, {
    hint: hint === null ? ask : `${hint}\n${ask}`,
    ...(details === null ? {} : { details }),
    ...(cause === undefined ? {} : { cause }),
  });
}
