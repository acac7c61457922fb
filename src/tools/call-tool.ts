/** Runs one call of a tool from raw arguments to an answer, the same way for every front end. Never rejects. */
import type { Engine } from '../engine/types.ts';
import { checkArguments } from './arguments.ts';
import { errorResult } from './error-result.ts';
import type { Tool, ToolAnswer, ToolContext } from './tool.ts';

/** Opens the engine of the project that a folder belongs to; null means the front end's own project. */
export type OpenProject = (path: string | null, access: ProjectAccess) => Promise<Engine>;

export interface ProjectAccess {
  /** False: nothing may be written below another project's root, not even an empty index. */
  writes: boolean;
}

export async function callTool(
  tool: Tool,
  rawArguments: unknown,
  open: OpenProject,
  context: ToolContext,
): Promise<ToolAnswer> {
  try {
    const args = checkArguments(tool.input, rawArguments);
    const engine = await open(tool.projectPath(args), { writes: !tool.annotations.readOnlyHint });
    return await tool.run(engine, args, context);
  } catch (error) {
    return errorResult(error);
  }
}
