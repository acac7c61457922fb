import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxWorkspaceFolders, readWorkspaceFile } from './workspace-file.ts';

let base = '';
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function file(text: string | Uint8Array, name = 'all.code-workspace'): string {
  const path = join(base, name);
  writeFileSync(path, text);
  return path;
}

function refusal(path: string): string {
  try {
    readWorkspaceFile(path);
  } catch (error) {
    return (error as Error).message.replaceAll(`${base}${sep}`, '/');
  }
  return 'accepted';
}

describe('a workspace file', () => {
  it('lists folders from its own folder, with comments and keys of other programs', () => {
    const path = file(`\ufeff{
      // as VS Code writes it
      "folders": [
        { "path": "api" },
        { "name": " Web site ", "path": "../web", },
        { "uri": ${JSON.stringify(pathToFileURL(join(base, 'docs')).href)} },
      ],
      "settings": { "editor.tabSize": 2, "folders": "no list" },
    }`);
    expect(readWorkspaceFile(path)).toEqual([
      { folder: join(base, 'api'), name: null, where: `${path}:4:9` },
      { folder: join(base, '../web'), name: 'Web site', where: `${path}:5:9` },
      { folder: join(base, 'docs'), name: null, where: `${path}:6:9` },
    ]);
  });

  it.each([
    [
      '{ "folders": [{ "path": "a" } { "path": "b" }] }',
      '/all.code-workspace:1:31: malformed JSON: expected "," or "]"',
    ],
    ['[]', '/all.code-workspace: must hold a JSON object, not []'],
    ['// nothing', '/all.code-workspace: must hold a JSON object, not nothing'],
    ['{}', '/all.code-workspace:1:1: must have `folders`, a list of objects with `path`'],
    ['{ "folders": { "path": "a" } }', '/all.code-workspace:1:14: must have `folders`, a list of objects with `path`'],
    ['{ "folders": [] }', '/all.code-workspace:1:14: must list at least one folder'],
    ['{ "folders": ["a"] }', '/all.code-workspace:1:15: must be an object with `path`, a folder of this machine'],
    ['{ "folders": [{ "path": " " }] }', '/all.code-workspace:1:15: must be an object with `path`'],
    ['{ "folders": [{ "path": "a\\u0000b" }] }', '/all.code-workspace:1:15: must be an object with `path`'],
    [
      '{ "folders": [{ "uri": "vscode-remote://ssh/a" }] }',
      '/all.code-workspace:1:15: must be an object with `path`, a folder of this machine; a folder on another machine cannot be read',
    ],
    ['['.repeat(1000), 'malformed JSON: nested deeper than 200 levels'],
  ])('%s is refused with its place', (text, expected) => {
    expect(refusal(file(text))).toContain(expected);
  });

  it('is refused if it is missing, a folder, no text, or huge', () => {
    expect(refusal(join(base, 'nowhere.json'))).toBe('Invalid workspace: /nowhere.json: does not exist');
    mkdirSync(join(base, 'folder'));
    expect(refusal(join(base, 'folder'))).toBe('Invalid workspace: /folder: is not a regular file');
    expect(refusal(file(new Uint8Array([123, 255, 254, 125])))).toContain('is not UTF-8 text');
    expect(refusal(file(`{ "folders": [], "x": "${'x'.repeat(300_000)}" }`))).toContain('is larger than 256 KB');
    const many = Array.from({ length: maxWorkspaceFolders + 1 }, () => ({ path: 'a' }));
    expect(refusal(file(JSON.stringify({ folders: many })))).toContain(`lists ${many.length} folders`);
  });
});
