/** What a model's interface is for the tests: how to read what a client sent, and how to answer. */

export type Json = Record<string, unknown>;

/** A tool as a client offers it to a model. */
export interface OfferedTool {
  name: string;
  /** Where tools come in groups, that of this one; else null. */
  group: string | null;
}

export interface ToolUse {
  id: string;
  tool: OfferedTool;
  args: Json;
}

/** What a model does: it uses a tool, or says something. */
export type Move = { use: ToolUse } | { text: string };

export interface Dialect {
  /** The path of a request is that of a question to the model. */
  isQuestion(path: string): boolean;
  /** Tools that may be used now. */
  offered(body: Json): OfferedTool[];
  /** What came back for each use, by its id. */
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

/** Server-sent events; with their types as names where the interface has those. */
export function eventStream(events: readonly Json[], named: boolean): { type: string; body: string } {
  const lines = events.map((event) => {
    const head = named ? `event: ${String(event['type'])}\n` : '';
    return `${head}data: ${JSON.stringify(event)}\n\n`;
  });
  return { type: 'text/event-stream', body: lines.join('') };
}
