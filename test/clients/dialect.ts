/** The contract of a model API in these tests: how to read a client's request, and how to answer it. */

export type Json = Record<string, unknown>;

/** A tool as a client offers it to a model. */
export interface OfferedTool {
  name: string;
  /** The group of this tool, where the client groups tools; else null. */
  group: string | null;
}

export interface ToolUse {
  id: string;
  tool: OfferedTool;
  args: Json;
}

/** What a model does: it calls a tool or writes a text. */
export type Move = { use: ToolUse } | { text: string };

export interface Dialect {
  /** Whether a request with this path is a question to the model. */
  isQuestion(path: string): boolean;
  /** Tools that may be used now. */
  offered(body: Json): OfferedTool[];
  /** The result of each use, by the use's id. */
  results(body: Json): Map<string, string>;
  /** A search for tools that are not offered yet; null where the client has none. */
  searchFor(body: Json, names: readonly string[]): ToolUse | null;
  reply(move: Move, body: Json): { type: string; body: string };
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

/** The texts of a list of content parts, or the text itself. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : JSON.stringify(part)))
    .join('\n');
}

/** Server-sent events. With `named`, the type of each event is its name, as some APIs require. */
export function eventStream(events: readonly Json[], named: boolean): { type: string; body: string } {
  const lines = events.map((event) => {
    const head = named ? `event: ${String(event['type'])}\n` : '';
    return `${head}data: ${JSON.stringify(event)}\n\n`;
  });
  return { type: 'text/event-stream', body: lines.join('') };
}
