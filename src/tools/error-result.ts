/** Turns errors into tool results. Clients see the code of an `AppError` as its type. */
import { z } from 'zod';
import { toAppError, type AppError, type ErrorCode } from '../model/error.ts';
import { hintOf } from './next-step.ts';
import type { ToolAnswer } from './tool.ts';
import { protocolWording, type Wording } from './wording.ts';

/** What to do next, for errors without a hint of their own. */
type Next = string | ((say: Wording) => string);

const nextByCode: Record<ErrorCode, Next> = {
  ValidationError: 'Correct the argument and call again.',
  ParsingError: 'Correct the pattern or the file, and call again.',
  DatabaseError: (say) =>
    `Rebuild the index (${say.call('code-scout_index', { force: true })}), or run \`code-scout doctor\`.`,
  FileSystemError: 'Check that the path exists and can be read, and call again.',
  ConfigurationError: 'Correct the setting that is named here and start the server again.',
  NotFoundError: (say) => `Check the name, or search for it: ${say.tool('code-scout_search')}.`,
  CancelledError: 'The work was stopped before it was done; call again to go on with it.',
  InternalError: 'Call again; if it happens twice, run `code-scout doctor` and report it.',
};

/** The part of every output schema that describes an error. */
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
    .describe('Present only when the call failed; then there is no other field');

/** @param now milliseconds since 1970 */
export function errorResult(
  thrown: unknown,
  { say = protocolWording, now = Date.now() }: { say?: Wording; now?: number } = {},
): ToolAnswer {
  const error: AppError = toAppError(thrown);
  const next = nextByCode[error.code];
  const hint = hintOf(error, say) ?? (typeof next === 'string' ? next : next(say));
  return {
    texts: [`Error: ${error.message}\n${hint}`],
    structured: {
      error: {
        type: error.code,
        message: error.message,
        next: hint,
        ...(error.details === null ? {} : { details: error.details }),
        timestamp: now,
      },
    },
    isError: true,
  };
}
