import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'output-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let programs = 0;
const source = new URL('./output.ts', import.meta.url).href;
/** Runs `body` with two outputs, and tells by its exit code whether Node's stream was made. */
function program(body: string): string {
  const file = join(folder, `program-${programs++}.mjs`);
  writeFileSync(
    file,
    `import { Output } from ${JSON.stringify(source)};
    const { get } = Object.getOwnPropertyDescriptor(process, 'stdout');
    let isMade = false;
    Object.defineProperty(process, 'stdout', { get: () => (isMade = true, get.call(process)) });
    const [out, err] = [new Output(1), new Output(2)];
    ${body}
    await Promise.all([out.written(), err.written()]);
    if (process.exitCode === undefined) process.exit(isMade ? 7 : 8);`,
  );
  return file;
}
/** On Windows Node's stream always writes: it knows how a terminal there takes text. */
const onWindows = process.platform === 'win32';
const byStream = 7;
const without = onWindows ? byStream : 8;

interface Ended {
  code: number | null;
  text: string;
}

function run(body: string, read: (child: ReturnType<typeof spawn>) => void = () => {}): Promise<Ended> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [program(body)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.on('error', failed).on('close', (code) => done({ code, text }));
    read(child);
  });
}

test('writes a few lines without loading a stream', async () => {
  expect(
    await run(`out.write('é 1\\n'); out.write('2\\n'); if (out.isTerminal || out.columns !== null) throw out;`),
  ).toEqual({
    code: without,
    text: 'é 1\n2\n',
  });
});

test.each([
  ['by itself', '', without],
  ['by a stream where signals are to be heard', `process.on('SIGINT', () => {});`, byStream],
])('writes what is long whole and in order for a slow reader, %s', async (_, before, expected) => {
  const lines = 40_000;
  const body = `${before} for (let at = 0; at < ${lines}; at++) out.write(at + '\\n');`;
  const { code, text } = await run(body, (child) => {
    child.stdout!.pause();
    void sleep(200).then(() => child.stdout!.resume());
  });
  expect(code).toBe(expected);
  expect(text).toBe(Array.from({ length: lines }, (_, at) => `${at}\n`).join(''));
});

test.skipIf(onWindows)('continues with the stream if a write would have to wait', async () => {
  // Whoever shares a pipe can make it one that does not wait, as Node's stream does: writing to a full one fails then.
  const body = `
    const { writeSync } = await import('node:fs');
    void process.stdout;
    try {
      for (;;) writeSync(1, '-'.repeat(1000));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
    for (let at = 0; at < 1000; at++) out.write(at + '\\n');`;
  const { text } = await run(body, (child) => {
    child.stdout!.pause();
    void sleep(200).then(() => child.stdout!.resume());
  });
  const filled = text.lastIndexOf('-') + 1;
  expect(filled).toBeGreaterThan(1000);
  expect(text.slice(filled)).toBe(Array.from({ length: 1000 }, (_, at) => `${at}\n`).join(''));
});

test.each([
  ['a line', `out.write('1\\n');`],
  ['much', `for (let at = 0; at < 100_000; at++) out.write(at + '\\n');`],
])('ends without a word when its reader has gone before it writes %s', async (_, write) => {
  const { code } = await run(
    `await new Promise((go) => setTimeout(go, 200)); ${write} process.exitCode = 0;`,
    (child) => child.stdout!.destroy(),
  );
  expect(code).toBe(0);
});

test('keeps the exit code when the reader is gone', async () => {
  const body = `await new Promise((go) => setTimeout(go, 200)); out.write('1\\n'); out.write('2\\n'); process.exit(5);`;
  expect((await run(body, (child) => child.stdout!.destroy())).code).toBe(5);
});

test.runIf(existsSync('/dev/full'))('goes on where standard error takes nothing', async () => {
  const descriptor = openSync('/dev/full', 'w');
  const body = `err.write('1\\n'); await new Promise((go) => setTimeout(go, 50)); err.write('2\\n'); out.write('3\\n');`;
  const child = spawn(process.execPath, [program(body)], { stdio: ['ignore', 'pipe', descriptor] });
  closeSync(descriptor);
  let text = '';
  child.stdout!.setEncoding('utf8').on('data', (part: string) => (text += part));
  const code = await new Promise((done) => void child.on('close', done));
  expect({ code, text }).toEqual({ code: without, text: '3\n' });
});

test('writes to a file and to the null device', async () => {
  const file = join(folder, 'written');
  const ended = (target: string): Promise<number | null> => {
    const descriptor = openSync(target, 'w');
    const child = spawn(process.execPath, [program(`out.write('1\\n'); out.write('2\\n');`)], {
      stdio: ['ignore', descriptor, 'inherit'],
    });
    closeSync(descriptor);
    return new Promise((done) => void child.on('close', done));
  };
  expect(await ended(file)).toBe(without);
  expect(readFileSync(file, 'utf8')).toBe('1\n2\n');
  expect(await ended('/dev/null')).toBe(without);
});

test.runIf(existsSync('/dev/full')).each([
  ['at once', `out.write('1\\n');`],
  ['by the stream', `for (let at = 0; at < 10_000; at++) out.write(at + '\\n');`],
])('says what is wrong with an output that takes nothing, %s', async (_, body) => {
  const descriptor = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [program(body)], { stdio: ['ignore', descriptor, 'pipe'] });
  closeSync(descriptor);
  let text = '';
  child.stderr!.setEncoding('utf8').on('data', (part: string) => (text += part));
  const code = await new Promise((done) => void child.on('close', done));
  expect({ code, text }).toEqual({
    code: 3,
    text: 'Error: Standard output cannot be written (ENOSPC)\nFree some space, or write to another place.\n',
  });
});
