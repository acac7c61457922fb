/**
 * The same questions, sent to the server directly, and a check that an agent passed the whole answer on to its model.
 */
import { isDeepStrictEqual } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Json } from './dialect.ts';

export interface DirectAnswer {
  texts: string[];
  structured: unknown;
}

export interface Use {
  own: string;
  args: Json;
}

/**
 * One tool that answers with prose and code, one with an answer of the default maximum size, and one that answers with
 * links.
 */
export const uses: readonly Use[] = [
  { own: 'search_repo', args: { query: 'login', limit: 1 } },
  { own: 'read_file', args: { file_path: 'src/values.ts' } },
  { own: 'get_callers', args: { symbol: 'login' } },
];

export interface Direct {
  tools: string[];
  answers: Map<string, DirectAnswer>;
}

export interface ServerEntry {
  command: string;
  args: string[];
}

/** Asks the server that an entry in a client's settings starts. */
export async function askDirectly({ command, args }: ServerEntry, cwd: string, home: string): Promise<Direct> {
  const client = new Client({ name: 'direct', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command, args, cwd, env: { PATH: process.env['PATH'] ?? '', HOME: home } }),
  );
  try {
    await client.callTool({ name: 'code-scout_index', arguments: { background: false } });
    const { tools } = await client.listTools();
    const answers = new Map<string, DirectAnswer>();
    for (const { own, args: asked } of uses) {
      const { content, structuredContent, isError } = await client.callTool({ name: own, arguments: asked });
      if (isError === true) throw new Error(`${own} failed when it was asked directly: ${JSON.stringify(content)}`);
      const texts = (content as { type: string; text?: string }[]).flatMap(({ text }) => text ?? []);
      answers.set(own, { texts, structured: structuredContent });
    }
    return { tools: tools.map(({ name }) => name), answers };
  } finally {
    await client.close();
  }
}

/** The part of an answer that depends on when it was given. */
const timeDependent = /The (?:index is being|links of the last changes)[^\n]*/;

function lastingText(text: string): string {
  return text
    .split('\n')
    .filter((line) => !timeDependent.test(line))
    .join('\n')
    .trim();
}

function lastingData(data: unknown): unknown {
  const { notes = [], ...rest } = data as { notes?: string[] };
  return { ...rest, notes: notes.filter((note) => !timeDependent.test(note)) };
}

/** In which form the agent passed on the whole answer; null where it did not. */
export function wholeForm(passedBack: string, { texts, structured }: DirectAnswer): 'text' | 'structured' | null {
  const lasting = lastingText(passedBack);
  if (texts.length > 0 && texts.every((text) => lasting.includes(lastingText(text)))) return 'text';
  if (structured === undefined) return null;
  try {
    const json: unknown = JSON.parse(passedBack.slice(passedBack.indexOf('{'), passedBack.lastIndexOf('}') + 1));
    return isDeepStrictEqual(lastingData(json), lastingData(structured)) ? 'structured' : null;
  } catch {
    return null;
  }
}
