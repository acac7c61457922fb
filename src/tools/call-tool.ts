/** Runs one call of a tool from raw arguments to an answer, the same way for every front end. Never rejects. */
import type { Engine } from '../engine/types.ts';
import type { UsageCall } from '../model/usage.ts';
import { noteAnswer } from '../util/answer-burst.ts';
import { checkArguments } from './arguments.ts';
import { errorTypeOf } from './call-log.ts';
import { errorResult } from './error-result.ts';
import type { Tool, ToolAnswer, ToolContext } from './tool.ts';
import { protocolWording } from './wording.ts';
import { asQuestion } from '../util/turns/question.ts';
import { clockMs } from '../util/clock.ts';
import { traced } from '../util/tracing/spans.ts';

/** Which project a call is about. */
export interface ProjectPlace {
  /** The name of a project, if several are served; null for the first, or the only one. */
  project: string | null;
  /** A folder, absolute or relative to that project's root: the call is about the project that contains it. Null: the project itself. */
  path: string | null;
}

/** Opens the engine of a project. Throws `AppError`. */
export type OpenProject = (place: ProjectPlace, access: ProjectAccess) => Promise<Engine>;

export interface ProjectAccess {
  /** If false, nothing may be written below another project's root, not even an empty index. */
  writes: boolean;
  /** The call has ended and is only counted: a server that has no project of its own opens none for that. */
  isForCount?: boolean;
}

/** Without a wording of the front end, the answer is worded for agents. */
export interface CallContext extends Omit<ToolContext, 'say'> {
  say?: ToolContext['say'];
}

export function callTool(
  tool: Tool,
  rawArguments: unknown,
  open: OpenProject,
  context: CallContext,
): Promise<ToolAnswer> {
  return traced(`tool ${tool.name}`, { attributes: { 'code_scout.tool': tool.name } }, async (span) => {
    const answer = await answerCall(tool, rawArguments, open, context);
    const failed = errorTypeOf(answer);
    if (failed !== null) span.fail(failed);
    return answer;
  });
}

async function answerCall(
  tool: Tool,
  rawArguments: unknown,
  open: OpenProject,
  context: CallContext,
): Promise<ToolAnswer> {
  const { say = protocolWording } = context;
  const started = clockMs();
  let engine: Engine | null = null;
  let answer: ToolAnswer;
  try {
    const args = checkArguments(tool.input, rawArguments, say);
    const place = { project: tool.project(args), path: tool.projectPath(args) };
    engine = await open(place, { writes: !tool.annotations.readOnlyHint });
    const asked = engine;
    answer = await asQuestion(context.signal, () => tool.run(asked, args, { ...context, say }));
  } catch (error) {
    answer = errorResult(error, { say });
  }
  const call = usageOf(tool, answer, clockMs() - started);
  // Background work of the server waits while queries follow one another.
  noteAnswer();
  if (engine !== null) engine.usage.count(call);
  else countAtServer(call, open);
  return answer;
}

function usageOf({ name }: Tool, answer: ToolAnswer, durationMs: number): UsageCall {
  const { query = null, results = null, cache = null } = answer.log ?? {};
  return { tool: name, durationMs, error: errorTypeOf(answer), cache, query, results };
}

/** A call that reached no project is counted for the server's own project; if that cannot be opened, the call is not counted. */
function countAtServer(call: UsageCall, open: OpenProject): void {
  open({ project: null, path: null }, { writes: false, isForCount: true }).then(
    (engine) => engine.usage.count(call),
    () => {},
  );
}
