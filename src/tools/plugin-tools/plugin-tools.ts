/**
 * Tools of plugins, by the same contract as our own.
 * Invariants: a name that another tool has is refused. Arguments are checked before a plugin gets them, and its data before an agent gets it.
 */
import { z } from 'zod';
import { AppError } from '../../model/error.ts';
import { pluginProblem } from '../../plugins/checks.ts';
import type { PluginTool, ToolAnswer as PlainAnswer } from '../../plugins/contract.ts';
import { loadPlugins, type LoadedPlugin } from '../../plugins/load.ts';
import type { Engine } from '../../engine/types.ts';
import { callTool } from '../call-tool.ts';
import { largestMaxChars } from '../budget.ts';
import { errorOutput, errorResult } from '../error-result.ts';
import { findTool } from '../find-tool.ts';
import { schemasOf } from '../json-schema.ts';
import { plainAnswer } from '../plain-answer.ts';
import { tools } from '../registry.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolContext } from '../tool.ts';
import { PluginThread, type PluginResult } from './plugin-thread.ts';

const usualTimeoutMs = 30_000;

const made = new Map<string, readonly Tool[]>();

/** All tools: the registry's, then those of plugins. Rejects with an `AppError` for a plugin that cannot be used. */
export async function toolsWith(plugins: readonly string[]): Promise<readonly Tool[]> {
  if (plugins.length === 0) return tools;
  const key = plugins.join('\n');
  let list = made.get(key);
  if (list === undefined) {
    const loaded = await loadPlugins(plugins);
    list = [...tools, ...loaded.flatMap(toolsOf)];
    made.set(key, list);
  }
  return list;
}

function toolsOf(plugin: LoadedPlugin): Tool[] {
  const { name, path } = plugin;
  const thread = new PluginThread({ name, path });
  return (plugin.tools ?? []).map((tool) => {
    if (tools.some((own) => own.name === tool.name))
      throw pluginProblem(path, `the tool ${tool.name} is Code Scout's own; give it another name`);
    try {
      const made = asTool(tool, plugin, thread);
      // The schemas are created here, so that errors in them show now.
      const { input: _, output: __ } = schemasOf(made);
      return made;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      throw pluginProblem(path, `the schema of the tool ${tool.name} cannot be read: ${problem}`, error);
    }
  });
}

/** Throws for a schema that is not the schema of an object. */
function objectOf(schema: Readonly<Record<string, unknown>>): z.ZodObject {
  const made = z.fromJSONSchema(schema);
  if (made instanceof z.ZodObject) return made;
  throw new TypeError('it must be that of one object, without allOf, anyOf and the like around it');
}

function asTool(tool: PluginTool, plugin: LoadedPlugin, thread: PluginThread): Tool {
  const { name, title = name, description, readOnly = false, openWorld = false } = tool;
  const input = objectOf({ ...tool.inputSchema, additionalProperties: false });
  const output = tool.outputSchema === undefined ? null : objectOf(tool.outputSchema);
  return defineTool({
    name,
    title,
    description,
    toolset: 'plugins',
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: !readOnly,
      idempotentHint: readOnly,
      openWorldHint: openWorld,
    },
    input: () => input,
    output: output === null ? null : () => output.partial().extend({ error: errorOutput() }),
    run: async (engine, args, context) => {
      const { timeoutMs = usualTimeoutMs } = tool;
      const ask = (own: string, given: Readonly<Record<string, unknown>>): Promise<PlainAnswer> =>
        askOwn(engine, { tool: own, args: given }, context);
      const { root } = engine;
      const { signal, progress } = context;
      const result = await thread.call({ tool: name, args, root, timeoutMs, signal, progress, ask });
      return checkedAnswer(result, { tool: name, plugin: plugin.name, output });
    },
  });
}

/** Calls one of our own tools for a plugin's tool; errors are answers. */
async function askOwn(
  engine: Engine,
  { tool, args }: { tool: string; args: Readonly<Record<string, unknown>> },
  { signal }: ToolContext,
): Promise<PlainAnswer> {
  const found = findTool(tool, tools);
  if ('problem' in found) return plainAnswer(errorResult(new AppError('NotFoundError', found.problem)));
  const open = ({ path }: { path: string | null }): Promise<Engine> =>
    path === null
      ? Promise.resolve(engine)
      : Promise.reject(
          new AppError('ValidationError', 'A plugin can ask only about the project of its own call: leave path out'),
        );
  return plainAnswer(await callTool(found.tool, args, open, { signal, progress: null }));
}

function checkedAnswer(
  { text, data }: PluginResult,
  { tool, plugin, output }: { tool: string; plugin: string; output: z.ZodObject | null },
): ToolAnswer {
  const left = text.length - largestMaxChars;
  const shown = left > 0 ? `${text.slice(0, largestMaxChars)}\n(${left} more characters are left out)` : text;
  if (output === null) return { texts: [shown] };
  const checked = output.safeParse(data ?? {});
  if (checked.success && data !== null) return { texts: [shown], structured: data };
  const issue = checked.error?.issues[0];
  const problem = issue === undefined ? 'there is none' : `${issue.path.join('.') || 'it'}: ${issue.message}`;
  throw new AppError(
    'InternalError',
    `The plugin ${plugin} failed: the data of ${tool} is not what its outputSchema says: ${problem}`,
    {
      hint: 'Its author has to correct it; other tools go on.',
    },
  );
}
