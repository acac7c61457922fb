import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerLook } from './paint-answer.ts';
import { paintAnswer } from './paint-answer.ts';
import { printableLines } from './printable.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'paint-'));
  mkdirSync(join(root, 'src'));
  for (const name of ['src/app.ts', 'src/a b.ts', 'package.json', 'src/[id].ts', '.env.example'])
    writeFileSync(join(root, name), '');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Styles as `<style text>`, links as `<@path:line:column text>`. */
function painted(text: string, look: Partial<AnswerLook> = {}): string {
  return paintAnswer(text, {
    root,
    paint: (style, part) => (part === '' ? '' : `<${style} ${part}>`),
    link: (part) => part,
    ...look,
  });
}

describe('the forms of lines', () => {
  it.each([
    ['callers: src/app.ts#App.run', '<label callers:> <path src/app.ts>#App.run'],
    ['file: src/app.ts', '<label file:> <path src/app.ts>'],
    ['distance 2: 1 symbol', '<label distance 2:> 1 symbol'],
    ['  App.run [8-15] calls at 9, 12', '  <name App.run> <line [8-15]> calls at <line 9, 12>'],
    ['  functions[1]:', '<label   functions[1]:>'],
    ['  module: orders', '<dim   module:> orders'],
    ['  5-6 property book: Book', '  <line 5-6> property book: Book'],
    ['  at ./src/app.ts:12:8', '  at <path ./src/app.ts>:<line 12>:<line 8>'],
    ['  289 that are members', '  289 that are members'],
    ['-> run (src/app.ts:71): calls at 4', '-> run (<path src/app.ts>:<line 71>): calls at <line 4>'],
    ['.env.example (new)', '<path .env.example> (new)'],
    ['see src/app.ts.', 'see <path src/app.ts>.'],
    ['in src/[id].ts:3-9 too', 'in <path src/[id].ts>:<line 3-9> too'],
    ['not a file, src/none.ts:1', 'not a file, src/none.ts:1'],
    ['../src/app.ts and /src/app.ts', '../src/app.ts and /src/app.ts'],
    ['## src/app.ts:1-9 run + 2', '<dim ## ><path src/app.ts>:<line 1-9><heading  run + 2>'],
    ['[42.8% match] ./src/app.ts:1-2', '<dim [42.8% match]> <path ./src/app.ts>:<line 1-2>'],
    ['note: More: `code-scout usage x`.', '<dim note: More: ><command `code-scout usage x`><dim .>'],
    ['Ask `code-scout usage x`', 'Ask <command `code-scout usage x`>'],
    ['src/a b.ts:3:  run()', '<path src/a b.ts><dim :><line 3><dim :>  run()'],
    ['src/app.ts:3:7: run()', '<path src/app.ts><dim :><line 3><dim :><line 7><dim :> run()'],
    ['src/app.ts-4-  rest', '<path src/app.ts><dim -><line 4><dim ->  rest'],
    ['Language: typescript', '<dim Language:> typescript'],
  ])('%s', (line, expected) => {
    expect(painted(line)).toBe(expected);
  });

  it('leaves code as it is, but for what was asked for and the numbers of lines', () => {
    const marks: AnswerLook['marks'] = (code) => {
      const at = code.indexOf('run');
      return at === -1 ? [] : [[at, at + 3]];
    };
    const code = ['  import x from "./src/app.ts";', '  run(8); // note: `code-scout x`', '12  run()', '13 | end'].join(
      '\n',
    );
    expect(painted(code, { marks, hasCode: true }).split('\n')).toEqual([
      '  import x from "./src/app.ts";',
      '  <match run>(8); // note: `code-scout x`',
      '<line 12>  <match run>()',
      '<line 13><dim  | >end',
    ]);
  });

  it('folds prose between words, and keeps commands and code', () => {
    const lines = [
      'note: Many words before `code-scout usage App.run` here.',
      'account: 3 places in 2 files have this name',
      'file: src/long/name/of/a/file.ts (test)',
      '  code that is longer than that',
    ];
    expect(painted(lines.join('\n'), { width: 24, hasCode: true, paint: (_, part) => part }).split('\n')).toEqual([
      'note: Many words before',
      '  `code-scout usage App.run`',
      '  here.',
      'account: 3 places in 2',
      '  files have this name',
      'file: src/long/name/of/a/file.ts (test)',
      '  code that is longer than that',
    ]);
  });

  it('folds what a piece of code is linked with, and long lists of paths', () => {
    const lines = [
      '  called by: App.run src/app.ts:12, start package.json:3',
      'src/app.ts -> package.json -> src/app.ts',
    ];
    expect(painted(lines.join('\n'), { width: 30, hasCode: true, paint: (_, part) => part }).split('\n')).toEqual([
      '  called by: App.run',
      '    src/app.ts:12, start',
      '    package.json:3',
      'src/app.ts -> package.json ->',
      '  src/app.ts',
    ]);
  });

  it('paints and links places below the path of their file', () => {
    const link: AnswerLook['link'] = (text, { path, line, column }) => `{${path}:${line}:${column}|${text}}`;
    expect(painted('  src/app.ts\n    12:8: run()\n    13- end', { link }).split('\n')).toEqual([
      '  {src/app.ts:undefined:undefined|<path src/app.ts>}',
      '    {src/app.ts:12:8|<line 12><dim :><line 8>}<dim :> run()',
      '    {src/app.ts:13:undefined|<line 13>}<dim -> end',
    ]);
  });

  it('links a place to its file, line and column', () => {
    const link: AnswerLook['link'] = (text, { path, line, column }) => `{${[path, line, column].join(' ')}|${text}}`;
    const paint: AnswerLook['paint'] = (_, part) => part;
    expect(painted('at src/app.ts:12:8 and package.json', { link, paint })).toBe(
      'at {src/app.ts 12 8|src/app.ts:12:8} and {package.json  |package.json}',
    );
    expect(painted('src/app.ts:3:7: run()', { link, paint })).toBe('{src/app.ts 3 7|src/app.ts:3:7}: run()');
  });
});

it.each([
  ['spaces', `${' '.repeat(1_000_000)}0`],
  ['brackets', `a${')'.repeat(1_000_000)}0`],
  ['numbers in brackets', ` a${' [0]'.repeat(300_000)}\u2028`],
  ['numbers between dashes', `0${'-0'.repeat(300_000)}\u2028`],
])('is done with a line of many %s', (_, line) => {
  for (const hasCode of [true, false])
    expect(paintAnswer(line, { root, paint: (__, part) => part, link: (part) => part, hasCode })).toBe(line);
});

it('changes nothing but styles, whatever the text is', () => {
  const paint: AnswerLook['paint'] = (_, part) => (part === '' ? '' : `\u001b[1m${part}\u001b[22m`);
  const link: AnswerLook['link'] = (part) => `\u001b]8;;file:///x\u001b\\${part}\u001b]8;;\u001b\\`;
  const hostile = [
    '\u001b]0;title\u0007 src/app.ts:1:\u001b[2Jrun',
    'src/app.ts:1:\u001b]8;;http://evil\u001b\\click\u001b]8;;\u001b\\',
    'note: \u009b31m `code-scout \u001b[m`',
    'callers: src/\u001b[31mred.ts',
    '  x\u001b[5n [1-2] at 3',
    ': : 1:1 --- ## ',
  ].join('\n');
  const safe = printableLines(hostile);
  for (const hasCode of [true, false]) {
    const result = paintAnswer(safe, { root, paint, link, hasCode, marks: () => [[0, 1]] });
    expect(stripVTControlCharacters(result)).toBe(safe);
    const foreign = result.replaceAll(/\u001b\[(?:1|22)m|\u001b\]8;;(?:file:\/\/\/x)?\u001b\\/g, '');
    expect(foreign).not.toMatch(/[\u001b\u009b\u0007]/);
  }
});
