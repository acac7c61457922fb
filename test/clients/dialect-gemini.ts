/** Gemini's `generateContent` API, as Gemini CLI uses it. */
import { eventStream, listOf } from './dialect.ts';
import type { Dialect, Json, Move } from './dialect.ts';

function partOf(move: Move): Json {
  if ('text' in move) return { text: move.text };
  const { id, tool, args } = move.use;
  return { functionCall: { id, name: tool.name, args } };
}

function resultOf({ id, response }: Json): [string, string] {
  const { output } = response as Json;
  return [String(id), typeof output === 'string' ? output : JSON.stringify(response)];
}

export const geminiDialect: Dialect = {
  isQuestion: (path) => /:(?:streamGenerateContent|generateContent)(?:\?|$)/.test(path),
  offered: (body) =>
    listOf(body['tools'])
      .flatMap((group) => listOf(group['functionDeclarations']))
      .map(({ name }) => ({ name: String(name), group: null })),
  results(body) {
    const parts = listOf(body['contents']).flatMap((content) => listOf(content['parts']));
    return new Map(
      parts.flatMap(({ functionResponse }) => (functionResponse ? [resultOf(functionResponse as Json)] : [])),
    );
  },
  searchFor: () => null,
  reply(move) {
    const answer = {
      candidates: [{ index: 0, content: { role: 'model', parts: [partOf(move)] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    return eventStream([answer], false);
  },
};
