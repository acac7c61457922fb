/** OpenAI's Responses API, as Codex uses it. */
import { eventStream, listOf, textOf } from './dialect.ts';
import type { Dialect, Json, Move, OfferedTool } from './dialect.ts';

const searchTool = 'tool_search';
/** More than the number of tools. */
const searchLimit = 100;

function itemOf(move: Move): Json {
  if ('text' in move) {
    return { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: move.text }] };
  }
  const { id, tool, args } = move.use;
  const item = { id: `item_${id}`, call_id: id };
  if (tool.name === searchTool) return { type: 'tool_search_call', execution: 'client', arguments: args, ...item };
  const group = tool.group === null ? {} : { namespace: tool.group };
  return { type: 'function_call', name: tool.name, arguments: JSON.stringify(args), ...group, ...item };
}

function toolsIn(list: unknown): OfferedTool[] {
  return listOf(list).flatMap(({ type, name, tools }): OfferedTool[] => {
    if (type !== 'namespace') return [{ name: String(name ?? type), group: null }];
    return listOf(tools).map((tool) => ({ name: String(tool['name']), group: String(name) }));
  });
}

export const openAiDialect: Dialect = {
  isQuestion: (path) => /\/responses(?:\?|$)/.test(path),
  offered(body) {
    const found = listOf(body['input']).filter(({ type }) => type === 'tool_search_output');
    return [...toolsIn(body['tools']), ...found.flatMap(({ tools }) => toolsIn(tools))];
  },
  results(body) {
    const outputs = listOf(body['input']).filter(({ type }) => type === 'function_call_output');
    return new Map(outputs.map((item) => [String(item['call_id']), textOf(item['output'])]));
  },
  searchFor(body) {
    const tool = this.offered(body).find(({ name }) => name === searchTool);
    return tool === undefined ? null : { id: 'call_search', tool, args: { query: 'code-scout', limit: searchLimit } };
  },
  reply(move) {
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const details = { input_tokens_details: null, output_tokens_details: null };
    const events = [
      { type: 'response.created', response: { id: 'resp_1' } },
      { type: 'response.output_item.done', output_index: 0, item: itemOf(move) },
      { type: 'response.completed', response: { id: 'resp_1', usage: { ...usage, ...details } } },
    ];
    return eventStream(events, true);
  },
};
