/**
 * Makes tools from those of plugins, by the contract of the built-in tools.
 * Invariants: a name that another tool has is refused. Arguments are checked before a plugin gets them. An agent gets only data that fit the output
 * schema of the plugin's tool.
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

const defaultTimeoutMs = 30_000;

/** The results of `toolsWith`, by the paths of the plugins. */
const toolLists = new Map<string, readonly Tool[]>();

/** All tools: the registry's, then those of plugins. Rejects with an `AppError` for a plugin that cannot be used. */
export async function toolsWith(plugins: readonly string[]): Promise<readonly Tool[]> {
  if (plugins.length === 0) return tools;
  const key = plugins.join('\n');
  let list = toolLists.get(key);
  if (list === undefined) {
    const loaded = await loadPlugins(plugins);
    list = [...tools, ...loaded.flatMap(toolsOf)];
    toolLists.set(key, list);
  }
  return list;
}

function toolsOf(plugin: LoadedPlugin): Tool[] {
  const { name, path } = plugin;
  const thread = new PluginThread({ name, path });
  return (plugin.tools ?? []).map((tool) => {
    if (tools.some((builtIn) => builtIn.name === tool.name))
      throw pluginProblem(path, `the tool ${tool.name} is Code Scout's own; give it another name`);
    try {
      const converted = asTool(tool, plugin, thread);
      // Creates the schemas now, so that a faulty schema is reported when the plugin is loaded.
      const { input: _, output: __ } = schemasOf(converted);
      return converted;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      throw pluginProblem(path, `the schema of the tool ${tool.name} cannot be read: ${problem}`, error);
    }
  });
}

/** Throws unless the schema describes an object. */
function objectOf(schema: Readonly<Record<string, unknown>>): z.ZodObject {
  const zodSchema = z.fromJSONSchema(schema);
  if (zodSchema instanceof z.ZodObject) return zodSchema;
  throw new TypeError('it must describe an object directly, not inside allOf, anyOf or the like');
}

function asTool(tool: PluginTool, plugin: LoadedPlugin, thread: PluginThread): Tool {
  const { name, title = name, description, readOnly = false, openWorld = false } = tool;
  const input = objectOf({ ...tool.inputSchema, additionalProperties: false });
  const output = tool.outputSchema === undefined ? null : objectOf(tool.outputSchema);
  return defineTool({
    oneProject: 'a plugin asks the index of one',
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
      const { timeoutMs = defaultTimeoutMs } = tool;
      const ask = (builtIn: string, builtInArgs: Readonly<Record<string, unknown>>): Promise<PlainAnswer> =>
        callBuiltIn(engine, { tool: builtIn, args: builtInArgs }, context);
      const { root } = engine;
      const { signal, progress } = context;
      const result = await thread.call({ tool: name, args, root, timeoutMs, signal, progress, ask });
      return checkedAnswer(result, { tool: name, plugin: plugin.name, output });
    },
  });
}

/** Calls a built-in tool for a plugin's tool. Never rejects: an error is an answer too. */
async function callBuiltIn(
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
  const excess = text.length - largestMaxChars;
  const shown = excess > 0 ? `${text.slice(0, largestMaxChars)}\n(${excess} more characters are left out)` : text;
  if (output === null) return { texts: [shown] };
  const checked = output.safeParse(data ?? {});
  if (checked.success && data !== null) return { texts: [shown], structured: data };
  const issue = checked.error?.issues[0];
  const problem = issue === undefined ? 'there is none' : `${issue.path.join('.') || 'it'}: ${issue.message}`;
  throw new AppError(
    'InternalError',
    `The plugin ${plugin} failed: the data of ${tool} is not what its outputSchema says: ${problem}`,
    {
      hint: 'The author of the plugin has to correct it; other tools still work.',
    },
  );
}
