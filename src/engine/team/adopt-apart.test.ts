import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { AppError } from '../../model/error.ts';
import { adoptIndex } from '../../store/sealing.ts';
import { adoptApart } from './adopt-apart.ts';

it('rejects as the work in this thread throws', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-adopt-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const flavour = { extractionVersion: '1', linkingVersion: '1', embedder: null };
  const options = { file: join(folder, 'none', 'pulled.db'), to: { file: join(folder, 'index.db') }, ...flavour };
  let thrown: unknown = null;
  try {
    adoptIndex(options);
  } catch (error) {
    thrown = error;
  }
  const rejected: unknown = await adoptApart(options).catch((error: unknown) => error);
  expect(rejected).toBeInstanceOf(AppError);
  const { code, message, hint } = thrown as AppError;
  expect(rejected).toMatchObject({ code: 'DatabaseError', message, hint });
  expect(code).toBe('DatabaseError');
});
