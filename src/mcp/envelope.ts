/**
 * JSON-RPC 2.0 envelopes: converts the bytes of a line to a message, a batch of messages, or the error that answers the line. A blank line
 * and some invalid messages get no answer.
 * Invariant: no line makes these functions throw.
 */
import { isUtf8 } from 'node:buffer';
import { jsonExcess } from '../util/json-bounds.ts';
import type { OversizedLine } from './stdio/line-splitter.ts';

export type RequestId = string | number;

export interface RequestMessage {
  jsonrpc: '2.0';
  id: RequestId;
  method: string;
  params?: Record<string, unknown>;
}
export interface NotificationMessage {
  jsonrpc: '2.0';
  method: string;
  params?: Record<string, unknown>;
}
/** A client's answer to a request of the server. */
export interface ResponseMessage {
  jsonrpc: '2.0';
  id: RequestId;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}
export type IncomingMessage = RequestMessage | NotificationMessage | ResponseMessage;

export interface ErrorReply {
  jsonrpc: '2.0';
  /** Null if the id of the request is not known. */
  id: RequestId | null;
  error: { code: number; message: string; data?: unknown };
}

export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  serverError: -32000,
  /** Resource not found, in revisions up to 2025-11-25. */
  resourceNotFound: -32002,
} as const;

/** `reply` answers an invalid message; `nothing`: a blank line, or a message that is ignored. */
export type Read = { message: IncomingMessage } | { reply: ErrorReply } | { batch: unknown[] } | { nothing: true };

export function errorReply(id: RequestId | null, code: number, message: string, data?: unknown): ErrorReply {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
}

export function isRequest(message: IncomingMessage): message is RequestMessage {
  return 'method' in message && 'id' in message;
}

export function isResponse(message: IncomingMessage): message is ResponseMessage {
  return !('method' in message);
}

function invalid(id: RequestId | null, reason: string): Read {
  return { reply: errorReply(id, rpcCodes.invalidRequest, `Invalid request: ${reason}`) };
}

/** Reads one parsed value as a message. */
export function readMessage(value: unknown): Read {
  if (!isObject(value)) return invalid(null, 'a message must be a JSON object');
  const id = isId(value['id']) ? value['id'] : null;
  if (value['jsonrpc'] !== '2.0') return invalid(id, '"jsonrpc" must be "2.0"');
  if ('id' in value && id === null) return invalid(null, '"id" must be a string or a whole number');
  if (typeof value['method'] === 'string') {
    if (value['params'] !== undefined && !isObject(value['params'])) {
      // A notification is never answered, not even an invalid one.
      return id === null
        ? { nothing: true }
        : { reply: errorReply(id, rpcCodes.invalidParams, 'Invalid params: "params" must be an object') };
    }
    return { message: value as unknown as RequestMessage | NotificationMessage };
  }
  if ('method' in value) return invalid(id, '"method" must be a string');
  const isAnswer =
    isObject(value['result']) || (isObject(value['error']) && typeof value['error']['code'] === 'number');
  if (id !== null && isAnswer) return { message: value as unknown as ResponseMessage };
  // The error has no id or no code, so it answers no request of the server.
  if (isObject(value['error'])) return { nothing: true };
  return invalid(id, 'a request needs a "method"');
}

export function readLine(line: Buffer): Read {
  if (!isUtf8(line)) return { reply: errorReply(null, rpcCodes.parseError, 'Parse error: the message is not UTF-8') };
  const excess = jsonExcess(line);
  if (excess !== null)
    return { reply: errorReply(idIn(partsOf(line)), rpcCodes.parseError, `Parse error: the message ${excess}`) };
  const text = line
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trim();
  if (text === '') return { nothing: true };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reply: errorReply(null, rpcCodes.parseError, `Parse error: ${reason.slice(0, 200)}`) };
  }
  return Array.isArray(value) ? { batch: value } : readMessage(value);
}

const idPattern = String.raw`(-?\d{1,15}|"(?:[^"\\]|\\.){0,200}")`;
const plainMember = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,200}"`;
const idFirst = new RegExp(String.raw`^\s*\{\s*(?:${plainMember}\s*,\s*)*"id"\s*:\s*${idPattern}\s*[,}]`);
const idLast = new RegExp(String.raw`[,{]\s*"id"\s*:\s*${idPattern}\s*(?:,\s*${plainMember}\s*)*\}\s*$`);

/** Size of the parts of a message in which its id is looked for (bytes). */
const partBytes = 4096;

function partsOf(line: Buffer): Pick<OversizedLine, 'head' | 'tail'> {
  return { head: line.subarray(0, partBytes).toString(), tail: line.subarray(-partBytes).toString() };
}

/** The id of a message that is not parsed, from its start or its end, where clients write it; null where it is in neither. */
function idIn({ head, tail }: Pick<OversizedLine, 'head' | 'tail'>): RequestId | null {
  const idText = idFirst.exec(head)?.[1] ?? idLast.exec(tail)?.[1];
  try {
    const parsed: unknown = idText === undefined ? null : JSON.parse(idText);
    return isId(parsed) ? parsed : null;
  } catch {
    // The text is not a valid id.
    return null;
  }
}

/** Answers a message that was too long to parse. */
export function oversizedReply(line: OversizedLine, limit: number): ErrorReply {
  const megabytes = (line.bytes / 1024 / 1024).toFixed(1);
  const message = `Invalid request: the message has ${megabytes} MiB, the limit is ${limit / 1024 / 1024} MiB`;
  return errorReply(idIn(line), rpcCodes.invalidRequest, message);
}
