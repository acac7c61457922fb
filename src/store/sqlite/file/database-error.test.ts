import { describe, expect, it } from 'vitest';
import { AppError } from '../../../model/error.ts';
import { corruptContent, databaseError, isBusy, isUnusable } from './database-error.ts';

/** An error of `node:sqlite`, with an extended result code. */
function sqliteError(errcode: number): Error {
  return Object.assign(new Error('words of SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
}

describe('errors of the database', () => {
  it.each([
    ['SQLITE_FULL', 13, /disk is full/],
    ['SQLITE_IOERR_SHMSIZE', 4874, /disk is full/],
    ['SQLITE_READONLY', 8, /permissions/],
    ['SQLITE_READONLY_DIRECTORY', 1544, /permissions/],
    ['SQLITE_CANTOPEN', 14, /permissions/],
    ['SQLITE_BUSY', 5, /Another process/],
    ['SQLITE_BUSY_SNAPSHOT', 517, /Another process/],
    ['SQLITE_LOCKED', 6, /Another process/],
    ['SQLITE_CORRUPT', 11, /--force/],
    ['SQLITE_CORRUPT_INDEX', 779, /--force/],
    ['SQLITE_NOTADB', 26, /--force/],
    ['SQLITE_IOERR_WRITE', 778, /file system/],
    ['SQLITE_ERROR', 1, /doctor/],
  ])('%s says what to do', (_, errcode, hint) => {
    const cause = sqliteError(errcode);
    const error = databaseError(cause, '/x/database.db');
    expect(error).toMatchObject({ code: 'DatabaseError', hint: expect.stringMatching(hint), cause });
    expect(error.message).toContain('/x/database.db');
    expect(error.message).toContain('words of SQLite');
  });

  it.each([
    ['EACCES', /permissions/],
    ['EROFS', /--db :memory:/],
    ['ENOSPC', /disk is full/],
    ['ENOTDIR', /doctor/],
  ])('%s of the file system says what to do', (code, hint) => {
    expect(databaseError(Object.assign(new Error('x'), { code }), '/x').hint).toMatch(hint);
  });

  it('are distinguished, wrapped or not', () => {
    for (const wrap of [(error: Error) => error, (error: Error) => databaseError(error, '/x')]) {
      expect([5, 517, 6, 11, 26, 13].map((code) => isBusy(wrap(sqliteError(code))))).toEqual([
        true,
        true,
        true,
        false,
        false,
        false,
      ]);
      expect([5, 11, 779, 26, 13].map((code) => isUnusable(wrap(sqliteError(code))))).toEqual([
        false,
        true,
        true,
        true,
        false,
      ]);
    }
    expect(isBusy(new Error('busy'))).toBe(false);
    expect(isBusy(corruptContent('/x', 'odd bytes'))).toBe(false);
  });

  it('leave our own errors unchanged', () => {
    const error = new AppError('NotFoundError', 'x');
    expect(databaseError(error, '/x')).toBe(error);
  });
});
