/** The one error type of the program. Front ends map all of its codes; anything else that is thrown is a defect. */

/** The `type` of a tool's structured error. The list is closed. */
export const errorCodes = [
  'ValidationError',
  'ParsingError',
  'DatabaseError',
  'FileSystemError',
  'ConfigurationError',
  'NotFoundError',
  'CancelledError',
  'InternalError',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** What was wrong with one argument or setting. */
export interface ErrorDetails {
  field: string;
  expected: string;
  received: unknown;
}

/**
 * What the user may do next, as data: the code that fails does not know which call or command of a front end does it. `hintOf` of
 * src/tools/next-step.ts makes a sentence of this data.
 */
export type NextStep =
  /** `path` null: any folder. */
  | { to: 'listFolder'; path: string | null }
  | { to: 'readFile'; path: string }
  /** Files of the index; `prefix` null: all. */
  | { to: 'listIndexed'; prefix: string | null }
  /** The chunks of a file. */
  | { to: 'showChunks'; path: string }
  | { to: 'listChunks' }
  | { to: 'showImpact' }
  /** `pattern`: a glob. */
  | { to: 'findNames'; pattern: string }
  /** The same search, with the query as a text instead of a regular expression. */
  | { to: 'searchLiterally' }
  | { to: 'showStatus' };

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** What to do next, as a sentence. */
  readonly hint: string | null;
  /** What helps, as data; null if nothing is known. Front ends show it after the hint. */
  readonly next: NextStep | null;
  readonly details: ErrorDetails | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string; next?: NextStep; details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? null;
    this.next = options.next ?? null;
    this.details = options.details ?? null;
  }
}

/** For a question to an index that is closed, or was closed while it was answered. */
export function indexClosed(): AppError {
  return new AppError('DatabaseError', 'The index is closed.', { hint: 'Open it again.' });
}

/** The error itself, or any other thrown value wrapped as `InternalError`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const message = error instanceof Error ? error.message : String(error);
  // The usual name of the error of work that was ended before its result.
  if (error instanceof Error && error.name === 'AbortError')
    return new AppError('CancelledError', message, { cause: error });
  return new AppError('InternalError', message, {
    cause: error,
    hint: 'This is a defect; run `code-scout doctor` and report it.',
  });
}
