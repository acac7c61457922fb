/**
 * Entry of the thread that runs the tools of one plugin.
 * Invariant: whatever a tool returns or throws is reported as data; a tool can break only this thread.
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { PluginToolContext, ToolAnswer } from './contract.ts';
import { loadPlugins } from './load.ts';
import type { FromPluginThread, PluginThreadData, ToPluginThread } from './thread-messages.ts';

/** The code is not at the module's top level, because V8 ends the process if a thread is terminated during a top-level await. */
async function serve(port: MessagePort): Promise<void> {
  const [plugin] = await loadPlugins([(workerData as PluginThreadData).path]);
  const running = new Map<number, AbortController>();
  const questions = new Map<number, (answer: ToolAnswer) => void>();
  let lastQuestion = 0;
  const send = (message: FromPluginThread): void => port.postMessage(message);

  const contextOf = (id: number, root: string, signal: AbortSignal): PluginToolContext => ({
    root,
    signal,
    report: (done: unknown, total: unknown, message: unknown) =>
      send({ type: 'progress', id, done: Number(done), total: Number(total), message: String(message) }),
    callTool: (tool: unknown, args = {}) => {
      const question = ++lastQuestion;
      return new Promise((resolve, reject) => {
        questions.set(question, resolve);
        try {
          send({ type: 'ask', id, question, tool: String(tool), args });
        } catch (error) {
          questions.delete(question);
          reject(new TypeError('the arguments are not plain data', { cause: error }));
        }
      });
    },
  });

  const run = async ({ id, tool, root, args }: Extract<ToPluginThread, { type: 'call' }>): Promise<void> => {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const pluginTool = plugin?.tools?.find(({ name }) => name === tool);
      const result: unknown = await pluginTool?.run(args, contextOf(id, root, abort.signal));
      send({ type: 'done', id, ...plainResult(result) });
    } catch (error) {
      send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    } finally {
      running.delete(id);
    }
  };

  port.on('message', (message: ToPluginThread) => {
    if (message.type === 'call') void run(message);
    else if (message.type === 'cancel') running.get(message.id)?.abort();
    else {
      questions.get(message.question)?.(message.answer);
      questions.delete(message.question);
    }
  });
}

if (parentPort !== null) void serve(parentPort);

/** Throws if the value is not a `PluginToolResult`. */
function plainResult(result: unknown): { text: string; data: Record<string, unknown> | null } {
  if (typeof result === 'string') return { text: result, data: null };
  const { text, data } = (typeof result === 'object' && result !== null ? result : {}) as Record<string, unknown>;
  if (typeof text !== 'string') throw new TypeError('run returned neither a text nor an object with a text');
  if (data === undefined || data === null) return { text, data: null };
  const plain = JSON.parse(JSON.stringify(data)) as unknown;
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) throw new TypeError('data is not an object');
  return { text, data: plain as Record<string, unknown> };
}
