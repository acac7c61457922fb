/** The answers of tools name tools and arguments, never commands and flags of the command line. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { processTerminal } from '../../src/cli/terminal/terminal.ts';
import { makeHintingProject, type HintingProject } from '../../src/cli/testing/hinting-project.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';
import { AppError, errorCodes } from '../../src/model/error.ts';
import { callTool } from '../../src/tools/call-tool.ts';
import { errorResult } from '../../src/tools/error-result.ts';
import { schemasOf } from '../../src/tools/json-schema.ts';
import { tools } from '../../src/tools/registry.ts';

/** What an agent may be told of the command line, since no tool does it. */
const allowed: readonly (readonly [words: string, reason: string])[] = [
  ['`code-scout doctor`', 'checks an installation; a person runs it, or an agent in a shell'],
  ['starting the server with --allow-secrets', 'only the user may open secrets to agents'],
  ['starting the server with --allow-ignored', 'only the user may open ignored files to agents'],
  ['git log --oneline', 'a flag of git'],
];

let project: HintingProject;
let engine: Engine;
beforeAll(async () => {
  project = makeHintingProject();
  const flags = { 'database.path': join(project.root, '.code-scout', 'database.db') };
  const { config } = loadConfig({ root: project.root, flags, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root: project.root, config, indexing: 'inline' });
  await engine.index({ embeddings: true });
});
afterAll(async () => {
  await engine.close();
  project.remove();
});

const commands = createProgram({ terminal: processTerminal(), exit: () => {} }).commands.map((command) =>
  command.name(),
);
const commandLine = new RegExp(`code-scout (?:${commands.join('|')})\\b|(?<![\\w-])--[a-z][a-z-]+`, 'g');

function foreignWords(text: string): string[] {
  const rest = allowed.reduce((left, [words]) => left.replaceAll(words, ''), text);
  return rest.match(commandLine) ?? [];
}

/** A call, and the hint that its answer must have: without one the case would show nothing. */
const hints: readonly (readonly [tool: string, args: Record<string, unknown>, hint: string | RegExp])[] = [
  ['search_repo', { query: 'session limit', limit: 2 }, 'the same call with offset: 2 goes on there'],
  ['search_repo', { query: 'session limit', max_chars: 1500 }, /get_chunk shows all of it[^]*a larger max_chars/],
  ['search_repo', { query: 'session', offset: 900 }, 'offset is past the last'],
  ['search_repo', { query: 'zzqx', language: 'go', pathPrefix: 'x/' }, 'Try without language, pathPrefix'],
  ['search_repo', { query: 'zzqx' }, /search finds symbols[^]*list_indexed_files shows/],
  ['search_repo', { query: 'x', limit: 0 }, 'limit must be at least 1'],
  ['explore', { query: 'session' }, 'the same call with seen: "'],
  ['search_by_embedding', { query: 'opens a session', max_chars: 1000 }, 'a larger max_chars'],
  ['search_code', { query: 'Session(', regex: true }, 'search_code with regex: false takes every character as it is'],
  ['search_code', { query: 'session', max_results: 3 }, /the same call with offset: 3 goes on.*or glob narrows it/],
  ['search_code', { query: 'NothingLikeIt' }, 'try case_sensitive: false, or ask search_repo in words'],
  ['search_code', { query: 'ession', whole_word: true }, 'Try without whole_word'],
  ['code-scout_search', { tags: ['session'], limit: 2 }, 'the same call with offset: 2 goes on there'],
  ['code-scout_search', { tags: ['x'], filters: { fileType: '*.{a}' } }, 'for a pattern use filters.path'],
  ['search', { pattern: 'zzqx' }, 'code-scout_search finds files by words'],
  ['search', { pattern: 'openSession*', limit: 2 }, 'the same call with offset: 2 goes on there'],
  ['get_callers', { symbol: 'readLimit' }, /\nnamed as a value:[^]*maxDepth: 2/],
  ['get_callers', { symbol: 'run' }, 'Ask again with file, module or package to narrow it'],
  ['get_callers', { symbol: 'openSesin1' }, 'search with pattern: "*sesin1*"'],
  ['get_implementers', { symbol: 'openSesin1' }, 'search with pattern: "*sesin1*"'],
  ['get_outline', { symbol: 'nosuch.ts' }, 'search with pattern: "*ts*"'],
  ['get_definition', { file: 'src/limit.ts', line: 1, name: 'nosuch' }, 'no name stands there'],
  ['get_callers', { symbol: 'src/limit.ts' }, 'get_impact shows who uses what is in it'],
  ['get_callees', { symbol: 'src/limit.ts' }, 'search with pattern: "path#*"'],
  ['get_impact', { symbol: 'Session', max_chars: 1000 }, 'get_callers and explain_usage show them'],
  ['get_neighbors', { symbol: 'Session' }, 'Farther ones: maxDepth: 2'],
  ['explain_usage', { symbol: 'Session', limit: 2 }, 'a larger limit (up to 500) shows more'],
  ['explain_usage', { symbol: 'Session', limit: 2, detail: 'names' }, 'a larger limit (up to 500) shows more'],
  ['find_path', { from: 'isolated', to: 'Session' }, 'get_callees and get_callers show them'],
  ['find_path', { from: 'openSession1', to: 'Session', via: 'Ses*' }, 'via takes one symbol'],
  ['find_path', { from: 'run', to: 'Session' }, 'Ask again with fromFile, fromModule or fromPackage'],
  ['changes', { max_chars: 1000 }, 'a larger max_chars'],
  ['changes', { revision: 'nosuch' }, 'Unknown revision'],
  ['get_context', { filePath: 'src/table.ts', max_chars: 1000 }, /the same call with start_line: \d+ goes on there/],
  ['get_context', { filePath: 'src/none.ts' }, 'list_indexed_files lists the files of the index'],
  ['get_context', { filePath: 'src' }, 'list_indexed_files with pathPrefix: "src/"'],
  ['chunk_file', { file_path: 'src/table.ts', max_chars: 1000 }, /the same call with start_line: \d+ goes on there/],
  ['chunk_files', { file_paths: ['src/table.ts', 'src/limit.ts'], max_chars: 1000 }, 'the same call with cursor: "1:'],
  ['get_chunk', { chunkId: 'chunk_00000000000000' }, 'chunk_file gives the ids of a file'],
  ['list_directory', { path: 'src', max_chars: 1000 }, /the same call with offset: \d+ goes on there/],
  ['list_directory', { path: 'package.json' }, 'read_file with file_path: "package.json"'],
  ['list_indexed_files', { language: 'go' }, 'try without language'],
  ['read_file', { file_path: 'src' }, 'list_directory with path: "src" shows what is there'],
  ['read_file', { file_path: 'src/table.ts', max_chars: 1000 }, /the same call with start_line: \d+ goes on there/],
  ['read_file', { file_path: '.code-scout/database.db' }, 'code-scout_status shows what the index holds'],
  ['read_file', { file_path: '.env' }, '--allow-secrets'],
  ['code-scout_status', {}, 'filesIndexed'],
  ['code-scout_index', { background: false }, 'Indexing completed'],
];

describe('what a tool answers', () => {
  it.each(hints)('%s %j: its hint names tools and arguments', async (name, args, hint) => {
    const tool = tools.find((one) => one.name === name)!;
    const context = { signal: new AbortController().signal, progress: null };
    const { texts, structured } = await callTool(tool, args, async () => engine, context);
    const text = texts.join('\n');
    if (typeof hint === 'string') expect(text).toContain(hint);
    else expect(text).toMatch(hint);
    expect(foreignWords(`${text}\n${JSON.stringify(structured ?? {})}`)).toEqual([]);
  });

  it('has a case for every tool', () => {
    const covered = new Set(hints.map(([name]) => name));
    expect(tools.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  });

  it('is described without commands', () => {
    const described = tools.map((tool) => [tool.description, tool.core?.description, schemasOf(tool)]);
    expect(foreignWords(JSON.stringify(described))).toEqual([]);
  });

  it.each(errorCodes)('says what to do about a %s', (code) => {
    expect(foreignWords(errorResult(new AppError(code, 'It broke')).texts.join('\n'))).toEqual([]);
  });
});
