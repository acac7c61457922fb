/** The one error type. Front ends map its codes, exhaustively; anything else that is thrown is a defect. */

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

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** What to do next, as a sentence. */
  readonly hint: string | null;
  readonly details: ErrorDetails | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string; details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? null;
    this.details = options.details ?? null;
  }
}

/** The error itself, or any other thrown value wrapped as `InternalError`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AppError('InternalError', message, {
    cause: error,
    hint: 'This is a defect; run `code-scout doctor` and report it.',
  });
}
