import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, type LaunchRequest, prepareLauncher } from './launcher.ts';

const folder = mkdtempSync(join(tmpdir(), "launcher it's "));

beforeAll(() => prepareLauncher());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  output: Buffer;
  errors: string;
}

function started(request: Partial<LaunchRequest> & { args: readonly string[] }): Promise<Ended> & { kill: () => void } {
  const [output, errors]: [Buffer[], Buffer[]] = [[], []];
  const launched = launch({
    ...{ program: process.execPath, folder, environment: {} },
    ...request,
    onOutput: (chunk) => void output.push(Buffer.from(chunk)),
    onError: (chunk) => void errors.push(Buffer.from(chunk)),
  });
  if (launched === null) throw new Error('no shell was free');
  const ended = launched.ended.then((code) => ({
    ...{ code, output: Buffer.concat(output), errors: Buffer.concat(errors).toString() },
  }));
  return Object.assign(ended, { kill: launched.kill });
}

/** Writes as JSON what it was given. */
const echo = String.raw`
  const fs = require('node:fs');
  const text = (bytes) => bytes.toString('latin1');
  const { cwd, env, argv } = { cwd: process.cwd(), env: process.env, argv: process.argv };
  console.log(JSON.stringify({ cwd, env, args: argv.slice(1), input: text(fs.readFileSync(0)) }));
`;

// Elsewhere a process is started without a copy of this one.
describe.runIf(process.platform === 'linux')('programs started by a shell', () => {
  it('get their arguments, environment, folder and input as they are', async () => {
    const args = ["it's", '', '$HOME `id` $(id)', 'a\nb\r\tc', '-n', '\\', '"', '*', '~', '#', '!', 'ü😀', '\x81\x88'];
    const environment = { NAME: "a 'b' $c\n", EMPTY: '', PATH: '/nowhere', IFS: 'a', UID: '7' };
    const input = Buffer.from("one\0it's\n\0\x80\xff\0\0", 'latin1');
    const { code, output, errors } = await started({ args: ['-e', echo, '--', ...args], environment, input });
    expect({ code, errors, ...(JSON.parse(output.toString()) as object) }).toEqual({
      ...{ code: 0, errors: '', cwd: folder, env: environment, args, input: input.toString('latin1') },
    });
  });

  it('get any arguments as they are', async () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 5 }),
        fc.array(word, { minLength: 1, maxLength: 5 }),
        async (args, texts) => {
          const input = Buffer.from(texts.map((text) => `${text}\0`).join(''));
          const { output } = await started({ args: ['-e', echo, '--', ...args], input });
          const got = JSON.parse(output.toString()) as { args: string[]; input: string };
          expect(got.args).toEqual(args.map((one) => Buffer.from(one).toString()));
          expect(Buffer.from(got.input, 'latin1')).toEqual(input);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('read nothing where nothing is given, and write whatever they want, much of it', async () => {
    const script = `
      const bytes = Buffer.alloc(3_000_000, Uint8Array.from({ length: 256 }, (_, at) => at));
      process.stdout.write(bytes, () => process.stderr.write('x'.repeat(100_000) + 'end', () => process.exit(3)));
    `;
    const { code, output, errors } = await started({ args: ['-e', script] });
    expect(code).toBe(3);
    expect(
      output.equals(
        Buffer.alloc(
          3_000_000,
          Uint8Array.from({ length: 256 }, (_, at) => at),
        ),
      ),
    ).toBe(true);
    expect(errors).toBe(`${'x'.repeat(100_000)}end`);
    expect(JSON.parse((await started({ args: ['-e', echo] })).output.toString())).toMatchObject({ input: '' });
  });

  it('are ended when nobody wants them, and the shell goes on', async () => {
    for (const waitMs of [0, 0, 300]) {
      const endless = started({ args: ['-e', 'console.log(1); setInterval(() => {}, 1000)'] });
      await new Promise((done) => setTimeout(done, waitMs));
      endless.kill();
      expect((await endless).code).toBe(137);
    }
    expect((await started({ args: ['-e', 'console.log(2)'] })).output.toString()).toBe('2\n');
  });

  it('run two at once, and a third is the caller’s to start', async () => {
    const both = [1, 2].map((at) => started({ args: ['-e', `setTimeout(() => console.log(${at}), 200)`] }));
    expect(() => started({ args: ['-e', ''] })).toThrow('no shell was free');
    expect((await Promise.all(both)).map(({ output }) => output.toString())).toEqual(['1\n', '2\n']);
  });

  it('are told apart from those that cannot be started', async () => {
    writeFileSync(join(folder, 'plain'), 'no program');
    expect((await started({ program: '/no/such program', args: [] })).code).toBeNull();
    expect((await started({ program: join(folder, 'plain'), args: [] })).code).toBeNull();
    expect((await started({ folder: join(folder, 'gone'), args: ['-e', ''] })).code).toBeNull();
    expect((await started({ args: ['-e', 'process.exit(2)'] })).code).toBe(2);
  });

  it('are not taken where a shell cannot say what is asked', () => {
    const refused = (request: Partial<LaunchRequest>): unknown =>
      launch({
        ...{ program: '/bin/true', args: [], folder, environment: {}, onOutput: () => {}, onError: () => {} },
        ...request,
      });
    expect(refused({ args: ['a\0b'] })).toBeNull();
    expect(refused({ args: ['x'.repeat(200_000)] })).toBeNull();
    expect(refused({ input: Buffer.from('no zero behind it') })).toBeNull();
    expect(refused({ program: '/a=b' })).toBeNull();
    expect(refused({ environment: { '-u': 'PATH' } })).toBeNull();
  });
});
