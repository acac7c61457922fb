/** Errors as tool results: the one place where the codes of `AppError` become the types that clients see. */
import { z } from 'zod';
import { toAppError, type AppError, type ErrorCode } from '../model/error.ts';
import type { ToolAnswer } from './tool.ts';

/** `type` of a structured error (002's, `NotFoundError` and `InternalError`). */
type ToolErrorType =
  | 'ValidationError'
  | 'ParsingError'
  | 'DatabaseError'
  | 'FileSystemError'
  | 'ConfigurationError'
  | 'NotFoundError'
  | 'InternalError';

/** For each code its type, and what to do next where the error itself does not say. */
const byCode: Record<ErrorCode, { type: ToolErrorType; next: string }> = {
  ValidationError: { type: 'ValidationError', next: 'Correct the argument and call again.' },
  ParsingError: { type: 'ParsingError', next: 'Correct the pattern or the file, and call again.' },
  DatabaseError: {
    type: 'DatabaseError',
    next: 'Call code-scout_index with force: true to make the index anew, or run `code-scout doctor`.',
  },
  FileSystemError: { type: 'FileSystemError', next: 'Check that the path exists and can be read, and call again.' },
  ConfigurationError: {
    type: 'ConfigurationError',
    next: 'Correct the setting that is named here and start the server again.',
  },
  NotFoundError: { type: 'NotFoundError', next: 'Check the name, or search for it with code-scout_search.' },
  CancelledError: { type: 'InternalError', next: 'The work was stopped before it was done; call again to take it up.' },
  InternalError: {
    type: 'InternalError',
    next: 'Call again; if it happens twice run `code-scout doctor` and report it.',
  },
};

/** How every output schema describes an error. */
export const errorOutput = () =>
  z
    .object({
      type: z.string(),
      message: z.string(),
      next: z.string().describe('What to do next'),
      details: z.object({ field: z.string(), expected: z.string(), received: z.unknown() }).optional(),
      timestamp: z.int().min(0).max(8_640_000_000_000_000).describe('Milliseconds since 1970'),
    })
    .optional()
    .describe('Present only when the call failed; nothing else is then');

export function errorResult(thrown: unknown, now: number = Date.now()): ToolAnswer {
  const error: AppError = toAppError(thrown);
  const { type, next } = byCode[error.code];
  const hint = error.hint ?? next;
  return {
    texts: [`Error: ${error.message}\n${hint}`],
    structured: {
      error: {
        type,
        message: error.message,
        next: hint,
        ...(error.details === null ? {} : { details: error.details }),
        timestamp: now,
      },
    },
    isError: true,
  };
}
