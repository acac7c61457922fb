/** Outlines of functions, from the trees of real grammars. */
import { afterAll, describe, expect, it } from 'vitest';
import { languages } from '../../languages/registry.ts';
import { assetUrl } from '../../util/assets.ts';
import { Extractor } from '../extract.ts';

const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => extractor.close());

async function outline(id: string, path: string, lines: readonly string[]): Promise<string[]> {
  const language = await languages.find((one) => one.id === id)!.load();
  const steps = await extractor.steps(
    language,
    { path, text: lines.join('\n') },
    { startLine: 1, endLine: lines.length },
  );
  return (steps ?? []).map(
    ({ kind, text, line, depth }) => `${'. '.repeat(depth)}${line} ${kind}${text === '' ? '' : `: ${text}`}`,
  );
}

describe('the outline of a function', () => {
  it('nests branches, loops, clean-up and callbacks in TypeScript', async () => {
    const text = [
      'if (a) {',
      '  load(read(x));',
      '} else if (b) {',
      '  for (const one of all) await save(one);',
      '} else {',
      '  throw new Error("no");',
      '}',
      'try {',
      '  list.filter((x) => x).forEach((one) => { if (one) stop(); });',
      '} catch (error) {',
      '  log(error);',
      '} finally {',
      '  close();',
      '}',
      'switch (c) { case 1: return d; default: return 2; }',
    ];
    expect(await outline('typescript', 'a.ts', text)).toEqual([
      '1 if: if (a)',
      '. 2 call: load',
      '. 2 call: read',
      '3 else if: if (b)',
      '. 4 for: for (const one of all)',
      '. . 4 call: save',
      '5 else',
      '. 6 throw: throw new Error("no")',
      '8 try: try',
      '. 9 call: list.filter.forEach',
      '. . 9 if: if (one)',
      '. . . 9 call: stop',
      '10 catch: catch (error)',
      '. 11 call: log',
      '12 finally: finally',
      '. 13 call: close',
      '15 switch: switch (c)',
      '. 15 case: case 1',
      '. . 15 return: return d',
      '. 15 case: default',
      '. . 15 return: return 2',
    ]);
  });

  it('knows the statements of Python', async () => {
    const text = [
      'def f(a):',
      '    with open(a) as b:',
      '        for c in b:',
      '            if c: raise ValueError(c)',
      '            elif a: yield c',
      '            else: d(c)',
      '    try:',
      '        return a',
      '    except KeyError:',
      '        pass',
    ];
    expect(await outline('python', 'a.py', text)).toEqual([
      '2 with: with open(a) as b',
      '. 3 for: for c in b',
      '. . 4 if: if c',
      '. . . 4 throw: raise ValueError(c)',
      '. . 5 else if: elif a',
      '. . . 5 yield: yield c',
      '. . 6 else',
      '. . . 6 call: d',
      '7 try: try',
      '. 8 return: return a',
      '9 catch: except KeyError',
    ]);
  });

  it('knows defer, select and panic of Go', async () => {
    const text = [
      'package a',
      'func f() error {',
      '  defer m.Unlock()',
      '  for i := range all { if i > 1 { panic("x") } else { go run(i) } }',
      '  select { case <-c: return nil }',
      '}',
    ];
    expect(await outline('go', 'a.go', text)).toEqual([
      '3 defer: defer m.Unlock()',
      '4 for: for i := range all',
      '. 4 if: if i > 1',
      '. . 4 throw: panic("x")',
      '. 4 else',
      '. . 4 go: go run(i)',
      '5 switch: select',
      '. 5 case: case <-c',
      '. . 5 return: return nil',
    ]);
  });

  it.each([
    [
      'rust',
      'a.rs',
      'fn f() { if let Some(x) = a { b(x); } else { return 1; } loop { c(); } match d { 1 => e(), _ => panic!("f") } }',
      'if call else return loop call switch case call case throw',
    ],
    [
      'java',
      'A.java',
      'class A { int f() { try (var r = o()) { synchronized (r) { g(); } } catch (E e) { throw e; } finally { h(); } return 1; } }',
      'try call lock call catch throw finally call return',
    ],
    [
      'kotlin',
      'a.kt',
      'fun f() { when (a) { 1 -> b(); else -> c() }\n for (x in y) { if (x) return 1 else d() } }',
      'switch case call case call for if return else call',
    ],
    [
      'csharp',
      'A.cs',
      'class A { int F() { using (var r = O()) { G(); } foreach (var x in y) { if (x) throw z; } return 1; } }',
      'using call for if throw return',
    ],
    [
      'ruby',
      'a.rb',
      'def f\n  begin\n    all.each do |x|\n      g(x) if x\n    end\n  rescue E\n    raise\n  ensure\n    h()\n  end\nend',
      'try call if call catch finally call',
    ],
    [
      'php',
      'a.php',
      '<?php function f() { foreach ($a as $b) { if ($b) { $c->d(); } } return 1; }',
      'for if call return',
    ],
    [
      'swift',
      'a.swift',
      'func f() { guard let x = y else { return }\n defer { g() }\n for a in b { h(a) } }',
      'guard return defer call for call',
    ],
    [
      'cpp',
      'a.cpp',
      'int f() { for (auto x : y) { while (x) { g(x); } } try { h(); } catch (...) { throw; } return 1; }',
      'for while call try call catch throw return',
    ],
  ])('%s', async (id, path, text, kinds) => {
    const steps = await outline(id, path, text.split('\n'));
    const found = steps.map((step) => step.replace(/^(?:\. )*\d+ /, '').replace(/:.*$/s, ''));
    expect(found.filter((kind) => kinds.split(' ').includes(kind)).join(' ')).toBe(kinds);
  });

  it('has nothing for a language without a grammar', async () => {
    const markdown = await languages.find(({ id }) => id === 'markdown')!.load();
    expect(await extractor.steps(markdown, { path: 'a.md', text: '# a' }, { startLine: 1, endLine: 1 })).toBeNull();
  });
});
