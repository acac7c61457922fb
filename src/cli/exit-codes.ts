/** The exit codes of commands and their meanings. */
import type { ErrorCode } from '../model/error.ts';

export const exitCode = { ok: 0, nothing: 1, usage: 2, failed: 3, cancelled: 130 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Printed by --help and in the reference pages. */
export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = [
  [exitCode.ok, 'done'],
  [exitCode.nothing, 'nothing found; `doctor`, `review`: problems; `status`: no index'],
  [exitCode.usage, 'wrong arguments or configuration'],
  [exitCode.failed, 'the operation failed'],
  [exitCode.cancelled, 'cancelled; what was done until then is kept'],
];

const byErrorCode: Readonly<Record<ErrorCode, ExitCode>> = {
  ValidationError: exitCode.usage,
  ConfigurationError: exitCode.usage,
  NotFoundError: exitCode.nothing,
  ParsingError: exitCode.failed,
  DatabaseError: exitCode.failed,
  FileSystemError: exitCode.failed,
  InternalError: exitCode.failed,
  CancelledError: exitCode.cancelled,
};

export function exitCodeOf(code: ErrorCode): ExitCode {
  return byErrorCode[code];
}
