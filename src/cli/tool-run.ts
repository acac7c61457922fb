/**
 * Runs a tool for a command, after bringing the index up to date. The answer is the one that an agent gets, but in the wording of the command line, or
 * in a layout of the command.
 */
import { checkArguments, takesNumber } from '../tools/arguments.ts';
import { largestMaxChars } from '../tools/budget.ts';
import type { Tool, ToolAnswer } from '../tools/tool.ts';
import { protocolWording, type Wording } from '../tools/wording.ts';
import type { AppConfig } from '../config/options.ts';
import type { Engine } from '../engine/types.ts';
import { commandWording } from './command-wording.ts';
import { forEachProject } from './answers/each-project.ts';
import { exitCode } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { refreshIndex } from './index-run.ts';
import { hasCode, marksFor } from './answers/marks.ts';
import { printAnswer as printText } from './answers/print-answer.ts';
import { printableJson, printableLines } from './terminal/printable.ts';
import { whileWaiting } from './terminal/waiting.ts';
import { withProjectAt } from './project.ts';
import { printTogether, quietMs, withAsked, withTogether, type AskedProject } from './projects/together.ts';
import type { ProjectRequest } from './asked-root.ts';
import type { PathBase } from './terminal/links.ts';

export interface ToolRun {
  tool: Tool;
  /** Numbers may be text; an argument that is not given is undefined. */
  args: Record<string, unknown>;
  /** Whether the call is made as an agent makes it: no argument is converted or added, and messages name tools, not commands. */
  isAgentCall?: boolean;
  /** Size of the answer in characters if the user gives none. */
  defaultChars?: number;
  /** Whether vectors are brought up to date too. */
  embeddings?: boolean;
  /** What `--json` prints where the tool's answer has no data form. @param args as the tool gets them */
  data?: (engine: Engine, args: never) => Promise<object>;
  /** The tool's answer as it is printed without `--json`, if that is not its text. */
  text?: (answer: ToolAnswer) => string;
  /** Whether the answer is places alone, with paths from the current folder. */
  isList?: boolean | undefined;
  /** What is asked and printed without `--json` in place of the tool's answer. */
  layout?: (asked: LayoutRequest<never>) => Promise<Layout>;
}

/** A question to answer in the form of the command line. */
export interface LayoutRequest<Arguments> {
  engine: Engine;
  /** As the tool gets them. */
  args: Arguments;
  say: Wording;
  /** Size of the answer in characters; infinite if the user gave none. */
  maxChars: number;
}

/** An answer in the form of the command line. */
export interface Layout {
  text: string;
  /** Whether the text is for programs, so that it is not styled. */
  isPlain?: boolean;
  /** Lines for standard error. */
  aside?: string[];
  results: number;
}

/** The tool's arguments. If the tool has a size limit and none was given, the limit is `defaultChars`. */
function toolArguments({ input }: Tool, args: Record<string, unknown>, defaultChars: number): Record<string, unknown> {
  const sizeArgument = 'max_chars' in input.shape ? { max_chars: args['max_chars'] ?? defaultChars } : {};
  const given = Object.entries({ ...args, ...sizeArgument }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === 'string' && takesNumber(input, name) ? Number(value) : value]),
  );
}

/**
 * Runs the tool and prints its answer. Several projects are asked together, or one after the other if the tool is about one alone. The exit code is
 * `nothing` if the tool found nothing.
 */
export async function runTool(request: ProjectRequest, run: ToolRun): Promise<ExitCode> {
  if (request.projects !== undefined && run.tool.oneProject === undefined) return runToolIn(request, run);
  return forEachProject(request, (one) => runToolIn(one, run), run.isList === true && request.options.json !== true);
}

type Printed = Pick<AskedProject, 'engine' | 'base' | 'together'>;

async function runToolIn(
  request: ProjectRequest,
  {
    tool,
    args,
    isAgentCall = false,
    defaultChars = largestMaxChars,
    embeddings = false,
    data,
    text: textOf,
    layout,
    isList = false,
  }: ToolRun,
): Promise<ExitCode> {
  const { terminal } = request;
  const json = request.options.json ?? false;
  const say = isAgentCall ? protocolWording : commandWording(tool.name);
  const checked = checkArguments(tool.input, isAgentCall ? args : toolArguments(tool, args, defaultChars), say);
  const path = tool.projectPath(checked);
  const writes = !tool.annotations.readOnlyHint;
  const printAnswer = async (asked: Printed, settings?: AppConfig['terminal']): Promise<ExitCode> => {
    const { engine, base, together } = asked;
    const print = async (text: string, root: PathBase): Promise<void> => {
      const marks = terminal.hasStyles ? await marksFor(tool.name, checked) : undefined;
      await printText(terminal, text, { root, settings, marks, hasCode: hasCode(tool.name) });
    };
    if (layout !== undefined && !json) {
      const maxChars = args['max_chars'] === undefined ? Number.POSITIVE_INFINITY : Number(args['max_chars']);
      const {
        text,
        isPlain = false,
        aside = [],
        results,
      } = await whileWaiting(terminal, 'Working', () => layout({ engine, args: checked as never, say, maxChars }));
      if (isPlain && text !== '') terminal.out(printableLines(text.trimEnd()));
      else if (text !== '') await print(text, terminal.workingDirectory);
      for (const line of aside) terminal.err(printableLines(line));
      printTogether(request, together, { isList });
      return results === 0 ? exitCode.nothing : exitCode.ok;
    }
    const answer = await whileWaiting(terminal, 'Working', () =>
      tool.run(engine, checked, { signal: terminal.cancellation(), progress: null, say }),
    );
    if (json) {
      const found = answer.structured ?? (await data?.(engine, checked as never)) ?? {};
      terminal.out(printableJson(withTogether(found, together)));
    } else {
      await print(textOf?.(answer) ?? answer.texts.join('\n'), base);
      printTogether(request, together);
    }
    return answer.log?.results === 0 ? exitCode.nothing : exitCode.ok;
  };
  if (path === null) {
    return withAsked(request, { refresh: true, embeddings }, (asked) =>
      printAnswer(asked, asked.loaded.config.terminal),
    );
  }
  return withProjectAt(request, { path, writes }, async (engine) => {
    // The index of a folder that the arguments name is updated only by a tool that writes.
    if (writes) await refreshIndex(engine, { terminal, json, embeddings, quietMs });
    return printAnswer({ engine, base: engine.root, together: null });
  });
}
