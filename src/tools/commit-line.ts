/** Tools whose answers name the commit that they are of, and how far it is behind what was pushed. */
import { z } from 'zod';
import type { QueryNode } from '../engine/node/query-node.ts';
import type { Engine } from '../engine/types.ts';
import type { Tool, ToolAnswer } from './tool.ts';

type States = Pick<QueryNode, 'statesOf' | 'trouble'>;

const fields = {
  commit: z.string().optional().describe('The commit that the answer is of'),
  pushes_behind: z.number().optional().describe('Pushes of the branch that the answer does not have'),
  projects_behind: z
    .array(z.object({ project: z.string(), commit: z.string(), pushes_behind: z.number() }))
    .optional()
    .describe('With *: the projects whose answer is not of the last push'),
};

/** So many repositories that are behind stand in a text; data has them all. */
const mostNamed = 10;

/** The list is a new one, so that what is kept by a list ends with it. */
export function withCommits(tools: readonly Tool[], node: States): Tool[] {
  return tools.map((tool) => ({
    ...tool,
    output: tool.output === null ? null : tool.output.extend(fields),
    run: async (engine, args, context) => withCommit(await tool.run(engine, args, context), engine, node),
  }));
}

function withCommit(answer: ToolAnswer, engine: Engine, node: States): ToolAnswer {
  const states = node.statesOf(engine);
  if (states.length === 0 || answer.isError === true) return answer;
  const isOfOne = engine.projects === undefined;
  const { structured } = answer;
  const behind = states.filter((one) => one.behind > 0);
  const data = isOfOne
    ? { commit: states[0]!.commit, pushes_behind: states[0]!.behind }
    : behind.length > 0
      ? { projects_behind: behind.map(({ name, commit, behind: pushes }) => ({ project: name, commit, pushes_behind: pushes })) } // prettier-ignore
      : {};
  const line = isOfOne ? lineOf(states[0]!) : behindLine(behind);
  const trouble =
    node.trouble === null ? [] : ['The catalogue cannot be asked at the moment: newer pushes may be missing'];
  return {
    ...answer,
    texts: [...answer.texts, ...(line === null ? [] : [line]), ...trouble],
    ...(structured === undefined ? {} : { structured: { ...structured, ...data } }),
  };
}

interface State {
  name: string;
  commit: string;
  behind: number;
}

const pushes = (count: number): string => `${count} ${count === 1 ? 'push' : 'pushes'} behind`;

function lineOf({ commit, behind }: State): string {
  return `At ${commit.slice(0, 7)}${behind === 0 ? '' : `, ${pushes(behind)}`}`;
}

function behindLine(states: readonly State[]): string | null {
  if (states.length === 0) return null;
  const named = states.slice(0, mostNamed).map(({ name, commit, behind }) => `${name} at ${commit.slice(0, 7)}, ${pushes(behind)}`); // prettier-ignore
  const more = states.length - mostNamed;
  return `Not of the last push: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
