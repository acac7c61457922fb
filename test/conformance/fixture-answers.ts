/**
 * Pieces of answers from which the fixtures are made: the tools, prompts and resources that the conformance scenarios
 * expect.
 */
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { AddedTool } from '../../src/mcp/additions.ts';

/** One red pixel, and the shortest sound. */
export const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
export const sound = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

export function text(words: string): CallToolResult {
  return { content: [{ type: 'text', text: words }] };
}

export const noArguments = { type: 'object' as const, properties: {} };

export function tool(
  name: string,
  call: AddedTool['call'],
  inputSchema: AddedTool['listed']['inputSchema'] = noArguments,
): AddedTool {
  return { listed: { name, description: `For the conformance suites: ${name}`, inputSchema }, call };
}

export function textArgument(name: string): AddedTool['listed']['inputSchema'] {
  return { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] };
}

type Questions = NonNullable<InputRequiredResult['inputRequests']>;
type Question = Questions[string];

/** A form for the user. */
export function form(message: string, properties: object, required: readonly string[] = []): Question {
  const requestedSchema = { type: 'object', properties, required: [...required] };
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } } as Question;
}

export function completion(prompt: string, maxTokens: number): Question {
  const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
  return { method: 'sampling/createMessage', params: { messages, maxTokens } };
}

export const rootList = { method: 'roots/list', params: {} } as Question;

export function ask(inputRequests: Questions, requestState?: string): InputRequiredResult {
  return { resultType: 'input_required', inputRequests, ...(requestState === undefined ? {} : { requestState }) };
}

/** A client's answer to a question of the server; null where there is none or it cannot be read. */
export function answered(context: ServerContext, key: string): Record<string, unknown> | null {
  const answer = context.mcpReq.inputResponses?.[key];
  return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : null;
}

/** The client's answer to a form, if the user filled it in. */
export function filledIn(context: ServerContext, key: string): Record<string, unknown> | null {
  const content = answered(context, key)?.['content'];
  return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : null;
}

export function wait(): Promise<void> {
  return new Promise((done) => setTimeout(done, 50));
}

/** Sends a log message. A client of 2026-07-28 gets it only if it asked for log messages. */
export async function log({ mcpReq }: ServerContext, data: string): Promise<void> {
  const { envelope } = mcpReq;
  if (envelope !== undefined && !Object.hasOwn(envelope, 'io.modelcontextprotocol/logLevel')) return;
  await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
}
