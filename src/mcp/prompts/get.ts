/** `prompts/get`: a prompt with current answers of the tools. Invariant: it has at most `maxChars` characters, and its next steps are served tools. */
import { ProtocolError, ProtocolErrorCode, type GetPromptResult } from '@modelcontextprotocol/server';
import type { Engine } from '../../engine/types.ts';
import { toAppError } from '../../model/error.ts';
import { checkArguments } from '../../tools/arguments.ts';
import { hintOf } from '../../tools/next-step.ts';
import { tools } from '../../tools/registry.ts';
import { protocolWording } from '../../tools/wording.ts';
import { nearest } from '../../util/nearest.ts';
import type { ServerHost } from '../server-host.ts';
import { prompts } from './list.ts';
import type { PromptCalls, ProductPrompt, PromptMessage } from './prompt.ts';

const maxChars = 10_000;
/** Room for the note about cut text, and for line breaks. */
const noteChars = 100;

type Arguments = Readonly<Record<string, string>>;

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Throws `ProtocolError` for an unknown name. */
export function findPrompt(name: string): ProductPrompt {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt !== undefined) return prompt;
  const names = prompts.map((one) => one.name);
  const near = nearest(name, names);
  const guess = near === null ? '' : ` Did you mean ${near}?`;
  throw invalid(`Unknown prompt: ${name.slice(0, 100)}.${guess} The prompts are ${names.join(', ')}`);
}

function checkArgumentNames(prompt: ProductPrompt, values: Arguments, projects: readonly string[]): void {
  const promptArguments = prompt.arguments.map(({ name }) => name);
  const argumentNames = projects.length === 0 ? promptArguments : [...promptArguments, 'project'];
  const unknownName = Object.keys(values).find((name) => !argumentNames.includes(name));
  if (unknownName !== undefined) {
    const list = argumentNames.length === 0 ? 'It has none.' : `It has ${argumentNames.join(', ')}.`;
    throw invalid(`The prompt ${prompt.name} has no argument ${unknownName.slice(0, 40)}. ${list}`);
  }
  const missingArgument = prompt.arguments.find(({ name, required }) => required && (values[name] ?? '').trim() === '');
  if (missingArgument !== undefined) {
    throw invalid(`The prompt ${prompt.name} needs ${missingArgument.name}. ${missingArgument.description}.`);
  }
  const { project } = values;
  if (project !== undefined && !projects.includes(project)) {
    throw invalid(`No project is named ${project.slice(0, 200)}. The projects are ${projects.join(', ')}`);
  }
}

function promptCalls(engine: Engine, signal: AbortSignal): PromptCalls {
  const ask = async (name: string, raw: Record<string, unknown>): Promise<string> => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    const context = { signal, progress: null, say: protocolWording };
    const answer = await tool.run(engine, checkArguments(tool.input, raw), context);
    return answer.texts.join('\n');
  };
  return {
    engine,
    ask,
    has: (name) => tools.some((one) => one.name === name),
    async askOrNull(name, raw) {
      try {
        return await ask(name, raw);
      } catch (error) {
        const { code } = toAppError(error);
        if (code === 'NotFoundError' || code === 'ValidationError' || code === 'FileSystemError') return null;
        throw error;
      }
    },
  };
}

function textOf({ task, facts, next }: PromptMessage, served: ReadonlySet<string> | null): string {
  const parts = facts.map(([title, text]) => `## ${title}\n\n${text.trim()}`);
  const calls = next.filter(([tool]) => (served === null ? tools.some(({ name }) => name === tool) : served.has(tool)));
  const steps = calls.map(([tool, text]) => `- ${tool} ${text}.`);
  const end = steps.length === 0 ? '' : `\n\n## Next\n\nThese tools show more:\n${steps.join('\n')}`;
  const bodyLimit = maxChars - task.length - end.length - noteChars;
  const body = parts.join('\n\n');
  const shown =
    body.length <= bodyLimit
      ? body
      : `${body.slice(0, bodyLimit).toWellFormed()}\n… (${body.length - bodyLimit} characters cut)`;
  return `${task}\n\n${shown}${end}\n`;
}

/** Throws `ProtocolError`. */
export async function getPrompt(
  { name, arguments: values = {} }: { name: string; arguments?: Arguments | undefined },
  { pool, tools: served }: Pick<ServerHost, 'pool' | 'tools'>,
  signal: AbortSignal,
): Promise<GetPromptResult> {
  const prompt = findPrompt(name);
  checkArgumentNames(prompt, values, pool.names);
  const { project = null, ...args } = values;
  try {
    const engine = await pool.engineFor({ project, path: null }, { writes: false });
    const message = await prompt.write(args, promptCalls(engine, signal));
    const text = textOf(message, served.names);
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  } catch (error) {
    const failure = toAppError(error);
    const { code, message } = failure;
    const hint = hintOf(failure, protocolWording);
    const isCallersFault = code === 'ValidationError' || code === 'NotFoundError' || code === 'ParsingError';
    const text = hint === null ? message : `${message}. ${hint}`;
    throw new ProtocolError(isCallersFault ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, text);
  }
}
