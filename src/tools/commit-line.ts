/** Tools of a server of commits: their descriptions speak of these, and their answers name the commit that they are of, and how far it is behind what was pushed. */
import { z } from 'zod';
import type { Engine } from '../engine/types.ts';
import { commitText, type CommitState } from '../model/answers/commit-state.ts';
import type { Tool, ToolAnswer } from './tool.ts';

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

/** What descriptions say of the files on a disk, and of the indexed commit instead. */
const saidInstead: readonly (readonly [string, string])[] = [
  ['as it is on disk now', 'as it is in the commit'],
  ['the files on disk', 'the files of the commit'],
  ['in the working tree, a commit or a range', 'in a commit or a range'],
  ['Use it after an edit and to review a commit.', 'Use it to review a commit.'],
  ['Use it after an edit.', 'Use it to review a commit.'],
  [
    'A commit, branch or range (main...HEAD); absent: the working tree',
    'A commit or a range (HEAD~3..HEAD); absent: the indexed commit against base',
  ],
  ['Folder of another project', 'None: this server has repositories and no folders'],
  ['Commit to compare the working tree with (default HEAD)', 'Commit to compare the indexed commit with'],
];

function saidOfCommits(text: string): string {
  return saidInstead.reduce((said, [ofDisk, ofCommit]) => said.replace(ofDisk, ofCommit), text);
}

/** The arguments whose descriptions change. */
function argumentsOfCommits({ shape }: z.ZodObject): z.core.$ZodLooseShape {
  return Object.fromEntries(
    Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, type]) => {
      const said = saidOfCommits(type.description ?? '');
      return said === (type.description ?? '') ? [] : [[name, type.describe(said)]];
    }),
  );
}

/**
 * The list is a new one, so that what is kept by a list ends with it.
 * @param isCut whether it is not known at the moment what was pushed
 */
export function withCommits(tools: readonly Tool[], isCut: () => boolean): Tool[] {
  return tools.map((tool) => ({
    ...tool,
    description: saidOfCommits(tool.description),
    input: tool.input.extend(argumentsOfCommits(tool.input)),
    output: tool.output === null ? null : tool.output.extend(fields),
    run: async (engine, args, context) => withCommit(await tool.run(engine, args, context), engine, isCut()),
  }));
}

function withCommit(answer: ToolAnswer, engine: Engine, isCut: boolean): ToolAnswer {
  const states = engine.commits?.() ?? [];
  if (states.length === 0 || answer.isError === true) return answer;
  const isOfOne = engine.projects === undefined;
  const { structured } = answer;
  const behind = states.filter((one) => one.behind > 0);
  const data = isOfOne
    ? { commit: states[0]!.commit, pushes_behind: states[0]!.behind }
    : behind.length > 0
      ? { projects_behind: behind.map(({ name, commit, behind: pushes }) => ({ project: name, commit, pushes_behind: pushes })) } // prettier-ignore
      : {};
  const line = isOfOne ? `At ${commitText(states[0]!)}` : behindLine(behind);
  const trouble = !isCut ? [] : ['The catalogue cannot be asked at the moment: newer pushes may be missing'];
  return {
    ...answer,
    texts: [...answer.texts, ...(line === null ? [] : [line]), ...trouble],
    ...(structured === undefined ? {} : { structured: { ...structured, ...data } }),
  };
}

function behindLine(states: readonly CommitState[]): string | null {
  if (states.length === 0) return null;
  const named = states.slice(0, mostNamed).map((one) => `${one.name} at ${commitText(one)}`); // prettier-ignore
  const more = states.length - mostNamed;
  return `Not of the last push: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
