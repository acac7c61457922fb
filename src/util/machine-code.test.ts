import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetUrl } from './assets.ts';
import { headBytes, machineCodeFile, moduleOf, type SignedCode } from './machine-code.ts';

interface Words {
  memory: { buffer: ArrayBuffer };
  holdText: (units: number) => number;
  readLines: () => number;
  lineHashes: () => number;
}

/** What is used of WebAssembly's interface, which the types of Node leave to those of browsers. */
const runtime = (globalThis as unknown as { WebAssembly: unknown }).WebAssembly as {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Words };
};

const bytes = readFileSync(assetUrl('words.wasm'));
const file = readFileSync(assetUrl(machineCodeFile('words')));

function signed(from: Uint8Array): SignedCode {
  return { head: from.subarray(0, headBytes), code: new Uint8Array(from.subarray(headBytes)) };
}

/** Says whether V8 takes the code, where it is asked and in a thread. */
const probe = `
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { Worker, isMainThread } from 'node:worker_threads';
import { readyModule } from ${JSON.stringify(join(import.meta.dirname, 'machine-code.ts'))};
// The tests' own, by which they are kept from the network.
delete process.env.NODE_OPTIONS;
const isTaken = (bytes) => readyModule('words', bytes) instanceof WebAssembly.Module;
const bytes = readFileSync(new URL(${JSON.stringify(assetUrl('words.wasm').href)}));
if (isMainThread) {
  if (process.argv.includes('settle')) setFlagsFromString('--invocation-count-for-turbofan=1000000');
  console.log(isTaken(bytes));
  new Worker(new URL(import.meta.url));
} else console.log(isTaken(bytes));
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'machine-code-'));
  writeFileSync(join(folder, 'probe.mjs'), probe);
});
afterAll(() => rmSync(folder, { recursive: true }));

function ask(settings: readonly string[], args: readonly string[]): string[] {
  const command = [...settings, join(folder, 'probe.mjs'), ...args];
  return execFileSync(process.execPath, command, { encoding: 'utf8' }).trim().split('\n');
}

describe('machine code of a module', () => {
  it('is taken by the Node that built it, in every thread', () => {
    expect(ask([], [])).toEqual(['true', 'true']);
  });

  it('is taken when the program has set when V8 optimises', () => {
    expect(ask([], ['settle'])).toEqual(['true', 'true']);
  });

  it('is left alone where somebody else has made settings that V8 minds', () => {
    expect(ask(['--stack-size=900'], [])).toEqual(['false', 'false']);
  });

  it('is refused where it is cut short, has another bit, or is of another module', () => {
    const changed = Buffer.from(file);
    changed[file.length >> 1]! ^= 1;
    for (const bad of [Buffer.alloc(0), file.subarray(0, 100), file.subarray(0, -1), changed])
      expect(moduleOf(signed(bad), bytes)).toBeNull();
    expect(moduleOf(signed(file), bytes.subarray(0, -1))).toBeNull();
  });

  it('does what the module does that V8 compiles now', () => {
    const made = new runtime.Module(bytes);
    const answers = [made, moduleOf(signed(file), bytes) ?? made].map((module) => {
      const ignore = (): void => {};
      const imports = { lexicon: { learnElsewhere: ignore }, 'word-masks': { learnClasses: ignore } };
      const { exports } = new runtime.Instance(module, imports);
      const { memory, holdText, readLines, lineHashes } = exports;
      const text = 'one line\n\nand\r\n  others';
      const at = holdText(text.length);
      Buffer.from(memory.buffer).write(text, at, 'utf16le');
      const lines = readLines();
      return [lines, ...new Int32Array(memory.buffer, lineHashes(), 3)];
    });
    expect(answers[0]![0]).toBe(4);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});
