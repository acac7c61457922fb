/**
 * Calls of every tool to a server, with arguments made from its schema and changed ones. The contract: an answer as the tool's schema says, or an error
 * that names what is wrong with the call; never one that says that the program is at fault.
 */
import { startHttp } from '../../src/api/http-server.ts';
import { schemasOf } from '../../src/tools/json-schema.ts';
import { tools } from '../../src/tools/registry.ts';
import { valueFor } from '../lib/json-values.ts';
import type { Random } from '../lib/random.ts';
import type { Input, Target } from '../lib/target.ts';
import { ownFolder, projectWords, writeProject } from './own-folder.ts';

interface Call {
  name: string;
  arguments: unknown;
}

interface Reply {
  error?: { code: number; message: string };
  result?: { isError?: boolean; structuredContent?: { error?: { type: string; message: string } } };
}

function inputOf(call: Call): Input {
  return { name: 'call.json', bytes: Buffer.from(JSON.stringify(call)) };
}

const asked: readonly Call[] = [
  { name: 'explore', arguments: { query: 'where do ships moor' } },
  { name: 'get_callers', arguments: { symbol: 'moor', maxDepth: 3 } },
  { name: 'find_path', arguments: { from: 'enter', to: 'moor' } },
  { name: 'search_code', arguments: { query: 'mo+r', isRegex: true } },
  { name: 'read_file', arguments: { path: 'src/main.ts', startLine: 1, endLine: 3 } },
  { name: 'get_definition', arguments: { path: 'src/main.ts', line: 7, column: 1 } },
];

function generate(random: Random): Input {
  const tool = random.pick(tools);
  return inputOf({ name: tool.name, arguments: valueFor(random, schemasOf(tool).input, { known: projectWords }) });
}

function parsed(bytes: Uint8Array): Call | null {
  try {
    const call = JSON.parse(Buffer.from(bytes).toString()) as Call | null;
    return typeof call?.name === 'string' ? call : null;
  } catch {
    // What is no JSON is for the target `http`.
    return null;
  }
}

function check({ name }: Call, { error, result }: Reply): void {
  // Arguments that are no object, a tool that does not exist, or a message with more values than one may have.
  if (error !== undefined) {
    if (error.code === -32_602 || error.code === -32_600 || error.code === -32_700) return;
    throw new Error(`${name}: ${error.code} ${error.message}`);
  }
  const structured = result?.structuredContent;
  const problem = structured?.error;
  if (problem?.type === 'InternalError') throw new Error(`${name}: ${problem.message}`);
  const output = tools.find((tool) => tool.name === name)?.output ?? null;
  if (output === null) return;
  const { error: mismatch } = output.safeParse(structured);
  if (mismatch !== undefined) throw new Error(`${name}: the answer is not as its schema says: ${mismatch.message}`);
}

export const toolCalls: Target = {
  seeds: () => Promise.resolve(asked.map(inputOf)),
  form: 'text',
  generate,
  testRuns: 24,
  tokens: tools.map(({ name }) => name),
  largest: 50_000,
  open: async () => {
    const folder = ownFolder();
    writeProject(folder.path);
    const settings = { 'embedding.provider': 'off', 'http.rateLimit': 0 };
    const { url } = await startHttp({ root: folder.path, transport: 'http', userConfig: false, settings });
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-06-18',
    };
    return {
      run: async ({ bytes }) => {
        const call = parsed(bytes);
        if (call === null) return;
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
        const answer = await fetch(url ?? '', { method: 'POST', headers, body });
        const text = await answer.text();
        if (answer.status >= 500) throw new Error(`${call.name}: status ${answer.status}: ${text.slice(0, 300)}`);
        const json = text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? 'null');
        const reply = JSON.parse(json) as Reply | null;
        if (reply === null) throw new Error(`${call.name}: no answer: ${text.slice(0, 300)}`);
        check(call, reply);
      },
    };
  },
};
