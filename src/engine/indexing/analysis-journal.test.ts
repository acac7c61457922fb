import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { localStateOf } from '../../store/local-state.ts';
import { AnalysisJournal } from './analysis-journal.ts';

let root = '';
let victim = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-journal-'));
  victim = join(root, 'victim');
  writeFileSync(victim, 'mine');
  mkdirSync(join(root, 'project/.code-scout'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const databaseIn = (folder: string): string => join(folder, '.code-scout/database.db');

it('is not written through a link of its name', async () => {
  const database = databaseIn(join(root, 'project'));
  for (let count = 1; count < 100; count++) symlinkSync(victim, `${database}.analysing-${process.pid}-${count}`);
  const journal = new AnalysisJournal(localStateOf({ file: database }));
  await journal.withEntry(['a.ts'], () => Promise.resolve());
  journal.close();
  expect(readFileSync(victim, 'utf8')).toBe('mine');
});

it('is not written into a folder outside of the project', async () => {
  mkdirSync(join(root, 'outside'));
  mkdirSync(join(root, 'other'));
  symlinkSync(join(root, 'outside'), join(root, 'other/.code-scout'));
  const journal = new AnalysisJournal(localStateOf({ file: databaseIn(join(root, 'other')) }));
  expect(await journal.withEntry(['a.ts'], () => Promise.resolve(7))).toBe(7);
  expect(readdirSync(join(root, 'outside'))).toEqual([]);
  journal.close();
});
