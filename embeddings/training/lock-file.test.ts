import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { licenceOf, lockRepository, readLock } from './lock-file.ts';
import { lockPath } from './options.ts';
import { listFiles, readFiles } from './repository-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'training-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mit = 'Permission is hereby granted, free of charge, to any\nperson obtaining a copy';
const bsd = 'Redistribution and use in source and binary forms, with or without';

/** A repository with one commit. */
function makeRepository(name: string, files: Record<string, string>): void {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  symlinkSync('LICENSE', join(path, 'link.py'));
  const git = (...args: string[]): void => {
    execFileSync('git', ['-C', path, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args]);
  };
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message=one');
}

describe('a licence', () => {
  test.each<[what: string, text: string, spdx: string | null]>([
    ['MIT', mit, 'MIT'],
    ['Apache', 'Apache License\n  Version 2.0, January 2004', 'Apache-2.0'],
    ['BSD with two clauses', bsd, 'BSD-2-Clause'],
    ['BSD with three', `${bsd} …\nNeither the name of the`, 'BSD-3-Clause'],
    ['the first of several', `${mit}\n\nBundled:\nApache License\nVersion 2.0`, 'MIT'],
    ['copyleft', 'GNU GENERAL PUBLIC LICENSE Version 3', null],
    ['nothing', '', null],
  ])('%s', (_, text, spdx) => {
    expect(licenceOf(text)).toBe(spdx);
  });
});

describe('a repository', () => {
  test('is pinned with its licences, and read at its commit', () => {
    makeRepository('one+free', {
      'LICENSE-MIT': mit,
      'LICENSE-APACHE': 'Apache License\nVersion 2.0',
      'a b.py': 'x = 1\n',
    });
    const locked = lockRepository(folder, { repository: 'one/free', use: 'training' });
    expect(locked).toMatchObject({ licence: 'Apache-2.0 OR MIT', licenceFiles: ['LICENSE-APACHE', 'LICENSE-MIT'] });
    const gitDirectory = join(folder, 'one+free', '.git');
    const files = listFiles(gitDirectory, locked.commit);
    expect(files.map(({ path }) => path)).toEqual(['LICENSE-APACHE', 'LICENSE-MIT', 'a b.py']);
    const missing = { path: 'gone', blob: '0'.repeat(40), size: 1 };
    const [, text, none] = readFiles(gitDirectory, [files[0]!, files[2]!, missing]);
    expect(text?.toString()).toBe('x = 1\n');
    expect(none).toBeNull();
  });

  test('is refused without a permissive licence, or when it does not exist', () => {
    makeRepository('two+bound', { LICENSE: 'GNU GENERAL PUBLIC LICENSE' });
    makeRepository('three+mixed', { 'LICENSE-MIT': mit, LICENSE: 'All rights reserved.' });
    expect(() => lockRepository(folder, { repository: 'two/bound', use: 'training' })).toThrow(/no permissive licence/);
    expect(() => lockRepository(folder, { repository: 'three/mixed', use: 'training' })).toThrow(
      /no permissive licence/,
    );
    expect(() => lockRepository(folder, { repository: 'four/gone', use: 'training' })).toThrow(/no git directory/);
  });
});

test('the lock file names full commits and permissive licences, and holds some repositories out', () => {
  const locked = readLock(lockPath);
  for (const { commit, licence } of locked) {
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(licence).toMatch(/^(?:MIT|Apache-2\.0|BSD-[23]-Clause)(?: OR (?:MIT|Apache-2\.0))?$/);
  }
  expect(new Set(locked.map(({ repository }) => repository)).size).toBe(locked.length);
  expect(locked.filter(({ use }) => use === 'validation').length).toBeGreaterThanOrEqual(5);
});
