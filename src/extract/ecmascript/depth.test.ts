import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundDepth } from './depth.ts';

/** Nesting constructs, as texts by depth. The native parser crashes on each (or on most) at a few thousand levels. */
const shapes: Record<string, (depth: number) => string> = {
  parentheses: (n) => `x = ${'('.repeat(n)}1${')'.repeat(n)};`,
  'open parentheses': (n) => '('.repeat(n),
  arrays: (n) => '['.repeat(n) + ']'.repeat(n),
  blocks: (n) => '{'.repeat(n) + '}'.repeat(n),
  objects: (n) => `x = ${'{a:'.repeat(n)}1${'}'.repeat(n)}`,
  functions: (n) => `x = ${'function(){return '.repeat(n)}1${'}'.repeat(n)}`,
  classes: (n) => `x = ${'class{a='.repeat(n)}1${'}'.repeat(n)}`,
  heritage: (n) => `x = ${'class extends '.repeat(n)}a ${'{}'.repeat(n)}`,
  arrows: (n) => `x = ${'a=>'.repeat(n)}1`,
  'arrows with defaults': (n) => `x = ${'(a='.repeat(n)}1${')=>1'.repeat(n)}`,
  calls: (n) => 'f('.repeat(n) + ')'.repeat(n),
  'unary operators': (n) => `${'!'.repeat(n)}a`,
  words: (n) => `${'typeof '.repeat(n)}a`,
  conditions: (n) => `x = ${'a?b:'.repeat(n)}1`,
  assignments: (n) => `${'a='.repeat(n)}1`,
  powers: (n) => `x = ${'a**'.repeat(n)}1`,
  ifs: (n) => `${'if(a)'.repeat(n)}b`,
  'else ifs': (n) => `if(a){}${'else if(a){}'.repeat(n)}`,
  loops: (n) => `${'for(;;)'.repeat(n)}b`,
  labels: (n) => `${Array.from({ length: n }, (_, i) => `a${i}:`).join('')}b`,
  sums: (n) => `const z = ${Array<string>(n).fill('a').join(' + ')};`,
  members: (n) => `a${'.b'.repeat(n)}`,
  'chained calls': (n) => `x${'.then(f)'.repeat(n)};`,
  templates: (n) => `x = ${'`${'.repeat(n)}1${'}`'.repeat(n)}`,
  elements: (n) => `x = ${'<a>'.repeat(n)}${'</a>'.repeat(n)}`,
  'elements in braces': (n) => `x = ${'<a>{'.repeat(n)}1${'}</a>'.repeat(n)}`,
  'element names': (n) => `x = <a${'.b'.repeat(n)}/>`,
  generics: (n) => `type X = ${'Array<'.repeat(n)}1${'>'.repeat(n)};`,
  'function types': (n) => `type X = ${'()=>'.repeat(n)}1`,
  'conditional types': (n) => `type X = ${'a extends b?c:'.repeat(n)}1`,
  'type operators': (n) => `type X = ${'keyof '.repeat(n)}a`,
  'type literals': (n) => `type X = ${'{a:'.repeat(n)}1${'}'.repeat(n)}`,
  namespaces: (n) => 'namespace a{'.repeat(n) + '}'.repeat(n),
  'dotted namespaces': (n) => `namespace a${'.b'.repeat(n)}{}`,
  'lesser than': (n) => `x = ${'a<'.repeat(n)}1`,
  decorators: (n) => `${'@('.repeat(n)}class{}${')'.repeat(n)}class A{}`,
  'decorators of decorators': (n) => `${'@'.repeat(n)} class A {}`,
  'decorators of decorators, apart': (n) => `export default ${'@ '.repeat(n)}a class {}`,
  'decorators of decorators in classes': (n) => `class A { ${'@/**/'.repeat(n)}a b() {} }`,
  'decorators that are made': (n) => `${'@new '.repeat(n)}a class A {}`,
  'decorators behind ends of statements': (n) => '@@@{}class{}'.repeat(n),
  'decorators behind ends of lines': (n) => '@@@a\nclass{}\n'.repeat(n),
  'decorators of what a class extends': (n) => 'class extends @{} '.repeat(n),
  'brackets that strings seem to close': (n) => `x = ${'(")"+'.repeat(n)}1`,
  'brackets that patterns seem to close': (n) => `x = ${'(/[)]/,'.repeat(n)}1`,
  'brackets on lines that end by a carriage return': (n) => '//\r('.repeat(n),
  'brackets on lines that end by a line separator': (n) => '//\u2028('.repeat(n),
  'brackets on lines that end by a paragraph separator': (n) => '//\u2029['.repeat(n),
  'brackets behind a string that its line ends': (n) => `"\r${'('.repeat(n)}`,
  'tags with lines that end by a carriage return': (n) => `x = ${'<a //\r b={'.repeat(n)}`,
  'brackets that comments seem to close': (n) => `x = ${'(/*)*/'.repeat(n)}1`,
};

describe('boundDepth', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    it(`blanks what nests too deeply: ${name}`, () => {
      const shallow = `// é\nfunction before() {}\n${shape(20)}\nfunction after() {}\n`;
      expect(boundDepth(shallow, true)).toEqual({ text: shallow, blankedAt: -1, certain: true });
      const deep = `// é\nfunction before() {}\n${shape(60_000)}\nfunction after() {}\n`;
      const { text, blankedAt, certain } = boundDepth(deep, true);
      expect(certain).toBe(true);
      expect(blankedAt).toBeGreaterThan(deep.indexOf('{}'));
      expect(text.length).toBe(deep.length);
      expect(text.startsWith('// é\nfunction before() {}\n')).toBe(true);
      expect(text.split('\n').length).toBe(deep.split('\n').length);
      // Nothing is left to blank.
      expect(boundDepth(text, true).text).toBe(text);
    });
  }

  // Each of these would seem deep, or hide what follows, to a scan that mistakes text for code.
  const pitfalls: [string, string][] = [
    ['patterns', `const a = /[({[]/g, b = x / 2 / (3), c = /\\//; if (a) /"(/.test(b); return /'/;`],
    ['divisions', `const a = (b) / 2 + c[0] / "(".length; i++ / 2; a! / b;`],
    ['strings', `const a = '(', b = "[{", c = 'it\\'s ('; const d = "\\\n(";`],
    ['templates', 'const a = `(${b + `[${c}`}{`;'],
    ['comments', `// ((( don't\n/* {{{ " */ const a = 1; /* ' */`],
    ['text between tags', `const a = <p>Don't (see [below {b} "quoted \`text</p>;`],
    ['tags', `const a = <A b='(' c={d > 1} // ( it's\n e="[">x</A>;`],
    ['generics', `const f = <T,>(a: T) => a < 1 && b > (2); g<A<B>>(c); if (a < b) {} for (let i = 0; i < n; i++) {}`],
    ['words as names', `a.return /x/ (b); a = { if: 1, typeof: 2 }; a.if(b) / 2 / c`],
    ['decorators', `@A @B() @c.d(e) class F { @G() h: string; @I() j = 1; @K() l() {} constructor(@M() n, @O p) {} };`],
    ['shifts', `a = b << 2; c >>= d >>> 1; x = a <= b;`],
  ];
  for (const [name, line] of pitfalls) {
    it(`is not misled by ${name}`, () => {
      const text = `${line}\n`.repeat(2_000);
      expect(boundDepth(text, true)).toEqual({ text, blankedAt: -1, certain: true });
    });
  }

  it.each(['\n', '\r', '\r\n', '\u2028', '\u2029'])('reads on where a first line ends by %j', (end) => {
    expect(boundDepth(`#! a${end}${'('.repeat(3_000)}`, true).blankedAt).toBeGreaterThan(0);
  });

  it('gives up on a mark that may be a comment or an operator', () => {
    expect(boundDepth('a <!-- b', true).certain).toBe(false);
    expect(boundDepth('x = yield /a/.b(c)', true).certain).toBe(false);
  });

  it('keeps the length and the lines of any text, and everything that it does not blank', () => {
    const part = fc.constantFrom(
      ...[
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        '<',
        '>',
        '</',
        '/>',
        '/',
        '//',
        '/*',
        '*/',
        '\n',
        '"',
        "'",
        '`',
        '${',
        '\\',
        '=>',
      ],
      ...[
        '.',
        '?',
        ':',
        ';',
        ',',
        '++',
        '!',
        ' ',
        'a',
        'é',
        '\u2028',
        '<a',
        '<T,',
        'if (a)',
        'else',
        'for',
        'typeof',
        'case',
      ],
      ...['\nexport ', '\nconst ', 'class', 'extends ', 'namespace ', 'yield', '#!'],
    );
    const pieces = fc.array(fc.tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom(1, 1, 2, 3000)), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(pieces, fc.boolean(), (all, jsx) => {
        const text = all.map(([own, times]) => own.join('').repeat(times)).join('');
        const bounded = boundDepth(text, jsx);
        const isKept = Array.from({ length: text.length }, (_, at) => at).every(
          (at) => bounded.text[at] === text[at] || (bounded.text[at] === ' ' && text[at] !== '\n'),
        );
        expect([isKept, bounded.text.length]).toEqual([true, text.length]);
        if (bounded.blankedAt === -1) expect(bounded.text === text).toBe(true);
        if (bounded.blankedAt !== -1)
          expect(bounded.text.slice(0, bounded.blankedAt)).toBe(text.slice(0, bounded.blankedAt));
      }),
      { numRuns: 300 },
    );
  });

  it('leaves real code as it is', () => {
    const folder = join(import.meta.dirname, '..', '..');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect(boundDepth(text, false), file).toEqual({ text, blankedAt: -1, certain: true });
    }
  });
});

describe('the native parser behind it', () => {
  it('survives every shape at every depth on the stack of a worker thread', () => {
    const module = new URL('./ecmascript.ts', import.meta.url).href;
    const work = `
      const { parentPort, workerData } = require('node:worker_threads');
      import(${JSON.stringify(module)}).then(({ extractEcmascript }) => {
        let read = 0;
        for (const { path, text } of workerData) {
          const { issues } = extractEcmascript({ classifyImport: () => 'external' }, path, text);
          if (issues.some(({ code }) => code === 'internal')) throw new Error(path + JSON.stringify(issues));
          read++;
        }
        parentPort.postMessage(read);
      });`;
    const texts = Object.values(shapes).flatMap((shape) =>
      [300, 1_000, 5_000, 20_000, 60_000].flatMap((depth) =>
        // With letters beyond ASCII the parser goes over its whole tree once more.
        ['a.ts', 'b.tsx', 'c.js'].map((path) => ({ path, text: `// é\nfunction sym() {}\n${shape(depth)}\n` })),
      ),
    );
    const main = `
      const { Worker } = require('node:worker_threads');
      let input = '';
      process.stdin.on('data', (part) => (input += part)).on('end', () => {
        const worker = new Worker(${JSON.stringify(work)}, { eval: true, workerData: JSON.parse(input) });
        worker.on('message', (read) => console.log(read));
      });`;
    const run = spawnSync(process.execPath, ['-e', main], {
      input: JSON.stringify(texts),
      encoding: 'utf8',
    });
    expect({ signal: run.signal, status: run.status, stderr: run.stderr }).toEqual({
      signal: null,
      status: 0,
      stderr: '',
    });
    expect(run.stdout.trim()).toBe(String(texts.length));
  });
});
