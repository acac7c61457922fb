/** The command line names commands and flags, never tools and their arguments. */
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './testing/command-run.ts';
import { makeHintingProject, type HintingProject } from './testing/hinting-project.ts';
import { registryFields } from './testing/registry-fields.ts';
import { createProgram } from './program.ts';
import { processTerminal } from './terminal/terminal.ts';

let project: HintingProject;
beforeAll(async () => {
  project = makeHintingProject();
  await runCommandLine(['index'], project.root, dirname(project.root));
});
afterAll(() => project.remove());

/** Tools and arguments whose names are not English words: a single lower-case word may be part of any sentence. */
const protocolNames = [
  ...new Set(
    [...registryFields].flatMap(([tool, fields]) => [tool, ...fields.map((field) => field.split('.').at(-1)!)]),
  ),
].filter((name) => /[_A-Z]/.test(name));
const anyOfThem = new RegExp(`(?<![\\w.-])(?:${protocolNames.join('|')})(?![\\w-])`, 'g');
/** How the protocol writes an argument with its value. */
const argumentWithValue = /\b(?:offset|limit|seen|cursor|regex|glob|force): (?:\d|"|true|false)|the same call/g;

/** The line of `symbols` that counts its results. */
const countsOfSymbols = / \(offset: \d+, limit: \d+\)/;

function foreignWords(printed: string): string[] {
  const output = printed.replace(countsOfSymbols, '');
  return [...(output.match(anyOfThem) ?? []), ...(output.match(argumentWithValue) ?? [])];
}

/** A command line, and the hint that its output must have: without one the case would show nothing. */
const hints: readonly (readonly [args: readonly string[], hint: string | RegExp])[] = [
  [['search', 'session limit', '--limit', '2'], '--offset 2 goes on there'],
  [['search', 'session limit', '--max-chars', '1000'], /--offset \d+ goes on there.*--max-chars \(up to 50000\)/],
  [['search', 'session', '--offset', '900'], /--offset is past the last/],
  [['search', 'zzqx', '--language', 'go', '--prefix', 'x/'], /Try without --language, --prefix/],
  [['search', 'zzqx'], /`code-scout symbols PATTERN` finds symbols[^]*`code-scout files --chunks`/],
  [['search', 'session', '--limit', '0'], '--limit must be at least 1'],
  [['search', 'session', '--language', 'foo'], /Known languages: .* and \d+ more/],
  [['explore', 'how is a session opened'], '--full shows whole pieces'],
  [['explore', 'how is a session opened', '--max-tokens', '500'], /--seen /],
  [['explore', 'zzqx'], '`code-scout symbols PATTERN` finds symbols'],
  [['similar', 'opens a session', '--max-chars', '1000'], /a larger --max-chars/],
  [['similar', 'opens', '--prefix', 'none/'], '`code-scout files --chunks` shows what is indexed'],
  [['grep', 'Session(', '--regex'], '`code-scout grep QUERY --fixed` takes every character as it is'],
  [['grep', 'session', '--limit', '3'], /--offset 3 goes on.*a longer query or --glob narrows it/],
  [['grep', 'NothingLikeIt'], 'try --ignore-case, or ask `code-scout search WORDS` in words'],
  [['grep', 'ession', '--word'], 'Try without --word'],
  [['grep', 'zzqx', '--glob', '*.go'], 'Try without --glob'],
  [['tags', 'session', '--limit', '2'], '--offset 2 goes on there'],
  [['tags', 'session', '--offset', '900'], '--offset is past the last'],
  [['tags', 'session', '--file-type', '*.{ts}'], 'for a pattern use --path'],
  [['symbols', 'openSession*', '--limit', '2'], '--offset 2 goes on there'],
  [['symbols', 'zzqx'], '`code-scout tags TAG` finds files by words'],
  [['symbols', 'openSession1', '--no-exported'], 'Without --[no-]exported 1 would match'],
  [['callers', 'readLimit', '--max-chars', '1000'], 'a larger --max-chars (up to 50000) shows more'],
  [['callers', 'readLimit'], /\nnamed as a value:[^]*--depth 2/],
  [['callers', 'readLimit', '--depth', '2'], '\ndepth: 2\n'],
  [['callers', 'readLimit', '--files'], /^callers: \d+ calls? in/m],
  [['usage', 'readLimit', '--names', '--limit', '1'], /a larger --limit \(up to 500\) shows more/],
  [
    ['callers', 'run'],
    /Ask again with --file, --module or --package to narrow it, or with one of these ids as SYMBOL:/,
  ],
  [['callers', 'openSesin1'], "`code-scout symbols '*sesin1*'`"],
  [['implementers', 'openSesin1'], "`code-scout symbols '*sesin1*'`"],
  [['outline', 'nosuch.ts'], "`code-scout symbols '*ts*'`"],
  [['definition', 'src/limit.ts:1', '--name', 'nosuch'], 'no name stands there'],
  [['callers', 'run', '--file', 'x.ts'], 'Leave out --file, --module or --package'],
  [['callers', 'src/limit.ts'], '`code-scout impact src/limit.ts` shows who uses what is in it'],
  [['callers', 'readLimit', '--depth', '0'], '--depth must be at least 1'],
  [['unused', 'nosuch'], 'Nothing is indexed below nosuch'],
  [['unused', 'src'], 'exported (--exported checks these)'],
  [['cycles', '--limit', '0'], '--limit must be'],
  [['callees', 'src/limit.ts'], "`code-scout symbols 'path#*'` lists what is in it"],
  [['callees', 'run', '--file', 'module1.ts'], '--depth 2'],
  [['impact', 'Session', '--depth', '1'], '--depth 2, or none for all'],
  [['impact', 'Session', '--max-chars', '1000'], '`code-scout callers SYMBOL` and `code-scout usage SYMBOL` show them'],
  [['neighbors', 'Session'], 'Farther ones: --depth 2'],
  [['usage', 'Session', '--limit', '2'], 'a larger --limit (up to 500) shows more'],
  [['usage', 'readLimit', '--full', '--max-chars', '2500'], /--max-chars|`code-scout chunk ID` shows all of it/],
  [
    ['path', 'isolated', 'Session'],
    /`code-scout callees src\/limit\.ts#isolated` and `code-scout callers src\/session\.ts#Session`/,
  ],
  [['path', 'run', 'Session'], 'Ask again with --from-file, --from-module or --from-package'],
  [['path', 'openSession1', 'Session', '--via', 'Ses*'], '--via takes one symbol'],
  [['path', 'Session', 'run'], 'one of these ids as TO'],
  [['path', 'openSession1', 'Session', '--max-paths', '1'], 'a larger --max-paths'],
  [['changes', '--max-chars', '1000'], 'a larger --max-chars'],
  [['changes', 'nosuch'], 'Unknown revision'],
  [['review', '--base', 'nosuch'], 'Unknown revision'],
  [['context', 'src/table.ts', '--max-chars', '1000'], /--start-line \d+ goes on there/],
  [['context', 'src/none.ts'], '`code-scout files --chunks` lists the files of the index'],
  [['context', 'src'], '`code-scout files --chunks --prefix src/` lists the files in it'],
  [['context', 'src/table.ts', '--start-line', '9000'], 'Line 9000 is past the end'],
  [['chunks', 'src/table.ts', '--max-chars', '1000'], /--start-line \d+ goes on there/],
  [['chunks', 'src/table.ts', 'src/limit.ts', '--max-chars', '1000'], /--cursor 1:\d+ goes on there/],
  [['chunks', 'src/table.ts', 'src/limit.ts', '--cursor', 'x'], 'Give the cursor from the previous page'],
  [['chunk', 'chunk_00000000000000'], '`code-scout chunks FILE` gives the ids of a file'],
  [['chunk', 'wrong'], '`code-scout chunks FILE` gives the ids of a file'],
  [['ls', 'src', '--max-chars', '1000'], /--offset \d+ goes on there, or more at once with a larger --max-chars/],
  [['ls', 'package.json'], /`code-scout read package\.json` gives its text/],
  [['ls', 'srk'], '`code-scout ls .` shows what is there'],
  [['read', 'src'], '`code-scout ls src` shows what is there'],
  [['read', 'src/limt.ts'], '`code-scout ls src` shows what is there'],
  [['read', '../outside.ts'], '`code-scout ls` shows what can be read'],
  [['read', 'src/table.ts', '--max-chars', '1000'], /--lines \d+- goes on there/],
  [['read', 'src/limit.ts', '--lines', '5-2'], 'Give a last line from 5 on'],
  [['read', '.code-scout/index.db'], '`code-scout status` shows what the index holds'],
  [['files', '--chunks', '--language', 'go'], 'try without --language'],
  [['files', '--chunks', '--offset', '900'], '--offset is past the last'],
  [['files', '--language', 'foo'], /Known languages: .* and \d+ more/],
  [['graph', '--path', 'nosuch'], /--path nosuch/],
  [['status'], 'just now'],
  [['doctor'], 'git version'],
  [['config'], 'default'],
  [['scip', 'import'], 'code-scout scip --help'],
  [['snapshot', 'list', '--key', 'x'], 'code-scout snapshot --help'],
  [['snapshot', 'list'], 'Name it with --to or --from'],
];

/** A terminal so wide that no line is folded. */
const unfolded = 10_000;

describe('what a command prints', () => {
  it.each(hints)('%j has its hint in words of the command line', async (args, hint) => {
    const { output } = await runCommandLine(args, project.root, dirname(project.root), { width: unfolded });
    if (typeof hint === 'string') expect(output).toContain(hint);
    else expect(output).toMatch(hint);
    expect(foreignWords(output)).toEqual([]);
  });

  it('has a case for every command that answers', () => {
    const covered = new Set(hints.map(([[name]]) => name));
    const program = createProgram({ terminal: processTerminal(), exit: () => {} });
    const left = program.commands.map((command) => command.name()).filter((name) => !covered.has(name));
    // These start, set up, administer, count or print something; `tool` answers as an agent is answered.
    expect(left.toSorted()).toEqual([
      'catalogue',
      'complete-symbols',
      'completion',
      'export',
      'guidance',
      'help',
      'hooks',
      'index',
      'lsp',
      'open',
      'organisation',
      'serve',
      'setup',
      'stats',
      'tool',
      'unsetup',
      'worker',
    ]);
  });
});

describe('help', () => {
  const names = createProgram({ terminal: processTerminal(), exit: () => {} }).commands.map((command) =>
    command.name(),
  );
  /** `tool` is the command that takes the name of a tool. */
  it.each(['', ...names.filter((name) => name !== 'tool')])(
    'of "%s" names no tool and no argument of one',
    async (name) => {
      const args = name === '' ? ['--help'] : [name, '--help'];
      const { code, output } = await runCommandLine(args, project.root, dirname(project.root));
      expect(code).toBe(0);
      expect(foreignWords(output)).toEqual([]);
    },
  );
});
