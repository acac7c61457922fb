/** Corrects error replies of the SDK on every transport: lists of schema issues get plain words, and older revisions get their code for an unknown resource. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { rpcCodes } from './envelope.ts';
import { plainIssues } from './params.ts';

type Reply = Exclude<JSONRPCMessage, { method: string }>;

/** The SDK's mark of an unknown resource: data with the URI and nothing else. */
function isNotFound(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.keys(data).join() === 'uri';
}

/** @param asked the method of the request, if known, and whether the connection is of an older revision */
export function correctReply<T extends Reply>(reply: T, asked: { method: string | undefined; older: boolean }): T {
  if (!('error' in reply)) return reply;
  const { code, data, message } = reply.error;
  const plain = code === rpcCodes.internalError || code === rpcCodes.invalidParams ? plainIssues(message) : null;
  if (plain !== null) {
    return { ...reply, error: { code: rpcCodes.invalidParams, message: `Invalid params: ${plain}` } };
  }
  if (asked.older && asked.method === 'resources/read' && code === rpcCodes.invalidParams && isNotFound(data)) {
    return { ...reply, error: { ...reply.error, code: rpcCodes.resourceNotFound } };
  }
  return reply;
}
