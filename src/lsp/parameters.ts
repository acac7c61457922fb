/** Reads the parameters of requests. Invariant: whatever a client sends, a malformed part becomes an error of the protocol. */
import {
  ErrorCodes,
  ResponseError,
  type CancellationToken,
  type Position,
  type Range,
} from 'vscode-languageserver/node';

export type Token = CancellationToken;

/** Parameters as a client sent them: nothing about them is certain. */
export type Params = Readonly<Record<string, unknown>> | null | undefined;
export type Found = Readonly<Record<string, unknown>>;

export function objectIn(params: unknown, field: string): Found {
  const value = (params as Params)?.[field];
  if (typeof value !== 'object' || value === null) throw invalid(field);
  return value as Found;
}

export function uriIn(params: Params): unknown {
  return objectIn(params, 'textDocument')['uri'];
}

export function positionIn(value: unknown, field: string): Position {
  const { line, character } = objectIn(value, field);
  const isIndex = (one: unknown): one is number => Number.isInteger(one) && (one as number) >= 0;
  if (!isIndex(line) || !isIndex(character)) throw invalid(field);
  // A larger number than an editor can have means the end.
  return { line: Math.min(line, 2 ** 31 - 2), character: Math.min(character, 2 ** 31 - 2) };
}

export function rangeIn(value: unknown, field: string): Range {
  const range = objectIn(value, field);
  return { start: positionIn(range, 'start'), end: positionIn(range, 'end') };
}

export function invalid(field: string): ResponseError {
  return new ResponseError(ErrorCodes.InvalidParams, `${field} is missing or malformed`);
}
