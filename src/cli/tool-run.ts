/** Runs a tool for a command: the same text as an agent reads, on an index that is brought up to date first. */
import { checkArguments } from '../tools/arguments.ts';
import { largestMaxChars } from '../tools/budget.ts';
import type { Tool, ToolAnswer } from '../tools/tool.ts';
import type { Engine } from '../engine/types.ts';
import { exitCode } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { refreshIndex } from './index-run.ts';
import { printableJson, printableLines } from './terminal/printable.ts';
import { withProject, withProjectAt } from './project.ts';
import type { ProjectRequest } from './asked-root.ts';

/** An update that takes longer is worth a progress line (ms). */
const quietMs = 1000;

export interface ToolRun {
  tool: Tool;
  /** Numbers may be text; what is undefined is not given. */
  args: Record<string, unknown>;
  /** The arguments are an agent's, already typed: no number is read from text, and no `max_chars` is added. */
  asGiven?: boolean;
  /** Vectors are brought up to date too. */
  embeddings?: boolean;
  /** What `--json` prints where the tool's answer has no data form. */
  data?: (engine: Engine) => Promise<object>;
  /** What a terminal shows where that is not the tool's text. */
  text?: (answer: ToolAnswer) => string;
}

const numbers = new Set(['maxDepth', 'maxPaths', 'limit', 'offset', 'start_line', 'max_chars']);

/** The tool's arguments; the whole answer, unless another size is asked for or the tool has no budget. */
function toolArguments({ input }: Tool, args: Record<string, unknown>): Record<string, unknown> {
  const budget = 'max_chars' in input.shape ? { max_chars: args['max_chars'] ?? largestMaxChars } : {};
  const given = Object.entries({ ...args, ...budget }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, numbers.has(name) && typeof value === 'string' ? Number(value) : value]),
  );
}

/** Ends with `nothing` when the tool found nothing. */
export async function runTool(
  request: ProjectRequest,
  { tool, args, asGiven = false, embeddings = false, data, text }: ToolRun,
): Promise<ExitCode> {
  const { terminal } = request;
  const json = request.options.json ?? false;
  const checked = checkArguments(tool.input, asGiven ? args : toolArguments(tool, args));
  const path = tool.projectPath(checked);
  const writes = !tool.annotations.readOnlyHint;
  const answered = async (engine: Engine): Promise<ExitCode> => {
    if (path === null || writes) await refreshIndex(engine, { terminal, json, embeddings, quietMs });
    const answer = await tool.run(engine, checked, { signal: terminal.cancellation(), progress: null });
    if (json) terminal.out(printableJson(answer.structured ?? (await data?.(engine)) ?? {}));
    else terminal.out(printableLines((text?.(answer) ?? answer.texts.join('\n')).trimEnd()));
    return answer.log?.results === 0 ? exitCode.nothing : exitCode.ok;
  };
  if (path !== null) return withProjectAt(request, { path, writes }, answered);
  return withProject(request, ({ engine }) => answered(engine));
}
