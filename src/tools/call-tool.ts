/** Runs one call of a tool from raw arguments to an answer, the same way for every front end. Never rejects. */
import type { Engine } from '../engine/types.ts';
import { checkArguments } from './arguments.ts';
import { errorResult } from './error-result.ts';
import type { Tool, ToolAnswer, ToolContext } from './tool.ts';

/** Which project a call is about. */
export interface ProjectPlace {
  /** A name among several served projects; null for the first, or the only one. */
  project: string | null;
  /** A folder, from that project's root or absolute: the project that it belongs to. Null: that project itself. */
  path: string | null;
}

/** Opens the engine of a project. Throws `AppError`. */
export type OpenProject = (place: ProjectPlace, access: ProjectAccess) => Promise<Engine>;

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
    const place = { project: tool.project(args), path: tool.projectPath(args) };
    const engine = await open(place, { writes: !tool.annotations.readOnlyHint });
    return await tool.run(engine, args, context);
  } catch (error) {
    return errorResult(error);
  }
}
