/** Turns errors of SQLite into an `AppError` with a hint on what to do. */
import { AppError } from '../../../model/error.ts';

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html). */
export const resultCodes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  notADatabase: 26,
} as const;

const rebuildHint =
  'Ask again: the index is then set aside and made anew, as `code-scout index --force` does. `code-scout doctor` shows what is wrong.';
const freeSpaceHint = 'The disk is full: free some space, or put the index elsewhere with `--db PATH`.';
const permissionHint =
  'The index or its folder cannot be written: check its permissions, or put the index elsewhere with `--db PATH`.';

const readOnlyHint =
  'The file system is read-only: put the index elsewhere with `--db PATH`, or keep it in memory with `--db :memory:`.';

const hints = new Map<number, string>([
  [resultCodes.busy, 'Another process is writing the index: wait until it is done and try again.'],
  [resultCodes.locked, 'Another process is writing the index: wait until it is done and try again.'],
  [resultCodes.readOnly, permissionHint],
  [resultCodes.ioError, 'The disk or the file system reported a fault: check it (and its free space), then try again.'],
  [resultCodes.corrupt, rebuildHint],
  [resultCodes.full, freeSpaceHint],
  [resultCodes.cantOpen, permissionHint],
  [resultCodes.notADatabase, rebuildHint],
]);

/** SQLITE_IOERR_SHMSIZE: no space for the shared-memory file of the log. */
const noRoomToShare = 4874;

const inUseHint =
  'Another process has the index open, perhaps a server of another version: end it, or put the index elsewhere with `--db PATH`.';

const systemHints = new Map<string, string>([
  ['EBUSY', inUseHint],
  ['EACCES', permissionHint],
  ['EPERM', permissionHint],
  ['EROFS', readOnlyHint],
  ['ENOSPC', freeSpaceHint],
  ['EDQUOT', freeSpaceHint],
]);

/** SQLite's primary result code of an error, or of the error that an `AppError` wraps; null if it has none. */
export function resultCode(error: unknown): number | null {
  const source = error instanceof AppError ? error.cause : error;
  if (!(source instanceof Error) || !('errcode' in source) || typeof source.errcode !== 'number') return null;
  return source.errcode & 0xff;
}

/** Whether another process holds the file at this moment. Windows lets nobody rename a file that is open (EBUSY). */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  const source = error instanceof AppError ? error.cause : error;
  const isInUse = source instanceof Error && 'code' in source && source.code === 'EBUSY';
  return code === resultCodes.busy || code === resultCodes.locked || isInUse;
}

/** Whether the disk is full. */
export function isFull(error: unknown): boolean {
  const source = error instanceof AppError ? error.cause : error;
  const extended = source instanceof Error && 'errcode' in source ? source.errcode : null;
  return resultCode(error) === resultCodes.full || extended === noRoomToShare;
}

/** Whether the error means that the file's content is wrong, not its permissions or a temporary state. */
export function isUnusable(error: unknown): boolean {
  const code = resultCode(error);
  return code === resultCodes.corrupt || code === resultCodes.notADatabase;
}

/** Wraps an error of the driver or the file system as a `DatabaseError`; returns an `AppError` unchanged. */
export function databaseError(error: unknown, location: string): AppError {
  if (error instanceof AppError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = resultCode(error);
  const systemCode = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const knownHint = isFull(error) ? freeSpaceHint : code === null ? systemHints.get(systemCode) : hints.get(code);
  const hint = knownHint ?? 'Run `code-scout doctor` to see what is wrong.';
  return new AppError('DatabaseError', `The index at ${location} failed: ${message}`, { hint, cause: error });
}

/** Errors of `corruptContent`. */
const corruptions = new WeakSet<object>();

/** An error for bytes in the database that this program cannot have written. */
export function corruptContent(location: string, what: string): AppError {
  const error = new AppError('DatabaseError', `The index at ${location} is damaged: ${what}`, { hint: rebuildHint });
  corruptions.add(error);
  return error;
}

/** Whether the error means that an index is damaged, and not locked, full or forbidden. */
export function isDamage(error: unknown): boolean {
  return isUnusable(error) || (error instanceof AppError && corruptions.has(error));
}

/** Turns errors of decoding packed bytes into `corruptContent`; returns other errors unchanged. */
export function decodingError(error: unknown, location: string): unknown {
  return error instanceof RangeError || error instanceof SyntaxError ? corruptContent(location, error.message) : error;
}
