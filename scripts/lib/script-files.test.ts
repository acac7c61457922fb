/** ES modules as scripts: what is in them runs as before, and what would not is refused. */
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { scriptFile } from './script-files.ts';

interface Script {
  scripts: string[];
  packages: string[];
  run: (...given: unknown[]) => Record<string, unknown>;
}

function evaluate(module: string, ...imported: unknown[]): Record<string, unknown> & { script: Script } {
  const { text } = scriptFile('one', module);
  const script = new vm.Script(text).runInThisContext() as Script;
  const load = (name: string): string => `loaded ${name}`;
  const importModule = (name: string): string => `imported ${name}`;
  const meta = { url: 'file:///one.cjs' };
  return { ...script.run(process.getBuiltinModule, load, importModule, meta, ...imported), script };
}

describe('a module as a script', () => {
  it('is given what it imports, and gives what it exports', () => {
    const { script, c, d } = evaluate(
      `import{a,b as other}from"./chunk-A.js";import"./chunk-B.js";import p,{q}from"some";import path,{join}from"node:path";
       var c=a+other+p+q,d=path.join===join;export{c,d};`,
      { a: 1, b: 2 },
      {},
      { default: 10, q: 20 },
    );
    expect(script).toMatchObject({ scripts: ['chunk-A', 'chunk-B'], packages: ['some'] });
    expect([c, d]).toEqual([33, true]);
  });

  it('loads others by their names, packages as before, and knows where it is', () => {
    const { found, strict } = evaluate(
      'var name="x",found=[import("./chunk-A.js"),import("some"),import(name+1),import.meta.url],strict=function(){return this}()===void 0;export{found,strict};',
    );
    expect(found).toEqual(['loaded chunk-A', 'imported some', 'imported x1', 'file:///one.cjs']);
    expect(strict).toBe(true);
  });

  it('is ASCII, with regular expressions that find the same', () => {
    const module =
      'var found=["Kaffee","³","ー","😀","é"].filter(one=>/^[³ー]$|😀/u.test(one)||/[é-ü]/.test(one));export{found};';
    expect(scriptFile('one', module.replaceAll(/"[^"]*"/g, '""')).text).not.toMatch(/\P{ASCII}/u);
    const escaped = module.replaceAll(/"[^"]*"/g, (text) =>
      text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    );
    expect(evaluate(escaped)['found']).toEqual(['³', 'ー', '😀', 'é']);
  });

  it('may have variables of its own that change', () => {
    const { next } = evaluate('var n=0,a=1;function next(){let a=5;a++;return n+++a}export{a,next};');
    expect((next as () => number)()).toBe(6);
  });

  it.each([
    ['an export that changes', 'var n=0;function next(){n++}export{n,next};', 'changes n'],
    ['an export that is set late', 'var n;var set=to=>{n=to};export{n,set};', 'changes n'],
    ['waiting at the top', 'await 1;', 'awaits'],
    ['a whole namespace', 'import*as all from"./chunk-A.js";all;', 'ImportNamespaceSpecifier'],
    ['exports of others', 'export{a}from"./chunk-A.js";', 'exports other than'],
    ['a text that is not ASCII', 'var a="é";export{a};', 'ASCII'],
    ['a name that is taken', 'var load$=1;', 'load$'],
  ])('is refused with %s', (_, module, reason) => {
    expect(() => scriptFile('one', module)).toThrow(reason);
  });
});
