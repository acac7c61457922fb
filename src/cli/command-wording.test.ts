import { describe, expect, it } from 'vitest';
import { protocolWording } from '../tools/wording.ts';
import { registryFields } from './testing/registry-fields.ts';
import { commandWording } from './command-wording.ts';
import { createProgram } from './program.ts';
import { processTerminal } from './terminal/terminal.ts';
import { argumentsFor, toolCommands, type Flag, type ToolCommand } from './tool-commands.ts';

const commands = Object.entries<ToolCommand>(toolCommands);
const flagsOf = (flag: Flag): readonly string[] => (typeof flag === 'string' ? [flag] : Object.values(flag));

describe('the table of commands', () => {
  it('has every tool', () => {
    expect(Object.keys(toolCommands).toSorted()).toEqual([...registryFields.keys()].toSorted());
  });

  it.each(commands)(
    '%s: its command takes the words and flags that the table names',
    (tool, { command, words = {}, ownWords = [], insteadOfWords, flags }) => {
      const [name = '', ...fixed] = command.split(' ');
      const program = createProgram({ terminal: processTerminal(), exit: () => {} });
      const found = program.commands.find((one) => one.name() === name);
      const known = (found?.options ?? []).map(({ long }) => long);
      const used = [
        ...Object.values(flags).flatMap(flagsOf),
        ...(insteadOfWords === undefined ? [] : [insteadOfWords]),
      ];
      expect([...fixed, ...used].filter((flag) => !known.includes(flag))).toEqual([]);
      const shown = (found?.registeredArguments ?? []).map((one) => (one.required ? one.name() : `[${one.name()}]`));
      const needed = Object.values(words).map((word) => word.toLowerCase());
      const all = insteadOfWords === undefined ? needed : needed.map((word) => `[${word}]`);
      expect([...all, ...ownWords.map((word) => `[${word}]`)]).toEqual(shown);
      const fields = registryFields.get(tool) ?? [];
      expect([...Object.keys(words), ...Object.keys(flags)].filter((field) => !fields.includes(field))).toEqual([]);
    },
  );

  it('reads the options of a command as the arguments of its tool', () => {
    const given = { path: 'src/**', tests: false, limit: '3' };
    expect(argumentsFor('code-scout_search', { tags: ['a'] }, given)).toEqual({
      tags: ['a'],
      limit: '3',
      offset: undefined,
      filters: { path: 'src/**', hasTests: false },
    });
    expect(argumentsFor('search_code', { query: 'x' }, { fixed: true, ignoreCase: true })).toMatchObject({
      regex: false,
      case_sensitive: false,
      whole_word: undefined,
    });
  });
});

describe('one message for two readers', () => {
  const say = commandWording('search_repo');
  it.each([
    [
      'again',
      protocolWording.repeat({ offset: 10 }),
      say.repeat({ offset: 10 }),
      'the same call with offset: 10',
      '--offset 10',
    ],
    ['option', protocolWording.option('max_chars'), say.option('max_chars'), 'max_chars', '--max-chars'],
    ['an argument without a flag', protocolWording.option('query'), say.option('query'), 'query', 'WORDS'],
    ['a tool', protocolWording.tool('get_chunk'), say.tool('get_chunk'), 'get_chunk', '`code-scout chunk ID`'],
    [
      'a tool with what an agent knows',
      protocolWording.tool('explain_usage', { symbol: "a.ts#it's" }),
      say.tool('explain_usage', { symbol: "a.ts#it's" }),
      'explain_usage',
      String.raw`${'`'}code-scout usage 'a.ts#it'\''s'${'`'}`,
    ],
    [
      'a range of lines',
      protocolWording.call('read_file', { start_line: null, end_line: null }),
      say.call('read_file', { start_line: null, end_line: null }),
      'read_file with start_line and end_line',
      '`code-scout read FILE --lines FROM-TO`',
    ],
    [
      'the values of a range',
      protocolWording.call('read_file', { file_path: 'a b.ts', start_line: 3, end_line: 9 }),
      say.call('read_file', { file_path: 'a b.ts', start_line: 3, end_line: 9 }),
      'read_file with file_path: "a b.ts", start_line: 3, end_line: 9',
      "`code-scout read 'a b.ts' --lines 3-9`",
    ],
    [
      'a flag for each value',
      protocolWording.call('search_code', { regex: false }),
      say.call('search_code', { regex: false }),
      'search_code with regex: false',
      '`code-scout grep QUERY --fixed`',
    ],
    ['a heading', protocolWording.heading('get_callers'), say.heading('get_callers'), 'get_callers', 'callers'],
    ['a tool of a plugin', protocolWording.tool('todos'), say.tool('todos'), 'todos', '`code-scout tool todos`'],
  ])('%s', (_, protocol, terminal, wantedProtocol, wantedTerminal) => {
    expect({ protocol, terminal }).toEqual({ protocol: wantedProtocol, terminal: wantedTerminal });
  });
});
