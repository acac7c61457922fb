/** A tool: who has how many TODOs. It asks one of Code Scout's own tools, and counts. */
import type { PluginTool } from 'code-scout-mcp';

/** The part of an answer of `search_code` that is read here. */
interface TextAnswer {
  results?: readonly { line?: string }[];
}

export const todoOwners: PluginTool = {
  name: 'todo_owners',
  title: 'Owners of TODOs',
  description:
    'Count the TODO(name) comments of the project by the name in the brackets, the one with most first. limit is 1 to 50 (default 10).',
  inputSchema: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Names at most (default: 10)' },
    },
  },
  outputSchema: {
    type: 'object',
    properties: {
      owners: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, todos: { type: 'integer' } },
          required: ['name', 'todos'],
        },
      },
    },
    required: ['owners'],
  },
  readOnly: true,
  async run(args, { callTool }) {
    const limit = typeof args['limit'] === 'number' ? args['limit'] : 10;
    const answer = await callTool('search_code', { query: 'TODO\\([^)]+\\)', regex: true, max_results: 1000 });
    if (answer.isError) throw new Error(answer.text);
    const counts = new Map<string, number>();
    const { results = [] } = answer.data as TextAnswer;
    for (const { line = '' } of results) {
      for (const [, name = ''] of line.matchAll(/TODO\(([^)]+)\)/g)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const owners = [...counts]
      .map(([name, todos]) => ({ name, todos }))
      .sort((a, b) => b.todos - a.todos || a.name.localeCompare(b.name))
      .slice(0, limit);
    const text = owners.map(({ name, todos }) => `${name}: ${todos}`).join('\n');
    return { text: text === '' ? 'There is no TODO(name) in this project.' : text, data: { owners } };
  },
};
