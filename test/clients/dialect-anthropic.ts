/** Anthropic's Messages API, as Claude Code uses it. */
import { eventStream, listOf, textOf } from './dialect.ts';
import type { Dialect, Json, Move } from './dialect.ts';

const searchTool = 'ToolSearch';

function blockOf(move: Move): Json {
  if ('text' in move) return { type: 'text', text: move.text };
  const { id, tool, args } = move.use;
  return { type: 'tool_use', id, name: tool.name, input: args };
}

function streamed(message: Json, block: Json, stopReason: string): Json[] {
  const isText = block['type'] === 'text';
  const delta = isText
    ? { type: 'text_delta', text: block['text'] }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) };
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { ...block, ...(isText ? { text: '' } : { input: {} }) } },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ];
}

function blocksIn(body: Json): Json[] {
  return listOf(body['messages']).flatMap(({ content }) => listOf(content));
}

/** Tools that a search returned. The model may use them from then on. */
function foundIn(body: Json): Set<unknown> {
  const parts = blocksIn(body).flatMap(({ content }) => listOf(content));
  return new Set(parts.filter(({ type }) => type === 'tool_reference').map((part) => part['tool_name']));
}

export const anthropicDialect: Dialect = {
  isQuestion: (path) => /^\/v1\/messages(?:\?|$)/.test(path),
  offered(body) {
    const found = foundIn(body);
    return listOf(body['tools'])
      .filter((tool) => tool['defer_loading'] !== true || found.has(tool['name']))
      .map((tool) => ({ name: String(tool['name']), group: null }));
  },
  results(body) {
    const results = blocksIn(body).filter(({ type }) => type === 'tool_result');
    return new Map(results.map((block) => [String(block['tool_use_id']), textOf(block['content'])]));
  },
  searchFor(body, names) {
    const tool = this.offered(body).find(({ name }) => name === searchTool);
    if (tool === undefined) return null;
    return { id: 'call_search', tool, args: { query: `select:${names.join(',')}`, max_results: names.length } };
  },
  reply(move, body) {
    const stopReason = 'text' in move ? 'end_turn' : 'tool_use';
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: body['model'],
      stop_sequence: null,
      usage,
    };
    const block = blockOf(move);
    if (body['stream'] === true) return eventStream(streamed(message, block, stopReason), true);
    return {
      type: 'application/json',
      body: JSON.stringify({ ...message, content: [block], stop_reason: stopReason }),
    };
  },
};
