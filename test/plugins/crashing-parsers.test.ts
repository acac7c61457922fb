/**
 * A parser that ends its whole process, as a native one can. Here it belongs to the language of a plugin, which runs
 * where all languages run.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProject, type TestProject } from '../e2e/cli-process.ts';
import { RawClient } from '../e2e/raw-client.ts';

let project: TestProject;
afterEach(() => project.remove());

const source = `export default {
  name: 'lines', version: '1.0.0',
  languages: [{
    id: 'lines', name: 'Lines', extensions: ['.lines'],
    extract: ({ text }) => {
      if (text.includes('deadly')) process.kill(process.pid, 'SIGSEGV');
      const definitions = [];
      for (const [at, line] of text.split('\\n').entries()) {
        const [word, name] = line.trim().split(' ');
        if (word === 'def') definitions.push({ name, kind: 'function', line: at + 1 });
      }
      return { definitions };
    },
  }],
};
`;

/** @param count number of harmless files */
function createHarbour(count: number): string[] {
  const files = Array.from({ length: count }, (_, n) => [`src/f${n}.lines`, `def haul${n}\n`]);
  project = createProject(Object.fromEntries(files) as Record<string, string>);
  project.write({ '../lines.mjs': source });
  return ['--plugin', join(project.root, '..', 'lines.mjs')];
}

/** Files in the index folder besides the index. */
const journals = (): string[] =>
  readdirSync(join(project.root, '.code-scout')).filter((name) => name.includes('analysing'));

// With few files the command's own thread parses, with more a worker thread, and with many a worker thread that has
// more than one job.
test.each([3, 20, 120])('a command ends once because of a file among %d, and then skips that file', async (count) => {
  const plugin = createHarbour(count);
  project.write({ 'src/e.lines': 'def sail\ndeadly\n' });
  const command = (...args: string[]): ReturnType<TestProject['run']> => project.run([...args, ...plugin]);
  expect((await command('index')).code).toBe(null);
  const second = await command('index');
  expect(second).toMatchObject({ code: 0 });
  expect(journals()).toEqual([]);
  const leftOut = await command('files', '--left-out', '--json');
  expect(leftOut.stdout).toMatch(/src\/e\.lines[^}]*failed[^}]*SIGSEGV/s);
  for (const name of ['haul0', `haul${count - 1}`]) {
    expect((await command('symbols', name)).stdout).toContain(name);
  }
  // The file is not tried again until it changes.
  expect((await command('index')).code).toBe(0);
  project.write({ 'src/e.lines': 'def sail\n' });
  expect((await command('symbols', 'sail')).stdout).toContain('src/e.lines');
});

async function eventually<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const answer = await ask();
    if (holds(answer) || tries === 300) return answer;
    await new Promise((done) => setTimeout(done, 100));
  }
}

test('a server skips the file, whether it existed before or comes later', async () => {
  const plugin = createHarbour(20);
  project.write({ 'src/e.lines': 'def sail\ndeadly\n' });
  const client = new RawClient({ cwd: project.root, args: plugin });
  await client.initialize();
  const files = (): Promise<{ text: string }> => client.call('list_indexed_files', {});
  const found = await eventually(files, ({ text }) => text.includes('src/f19.lines'));
  expect(found.text).toContain('src/f19.lines');

  project.write({ 'src/g.lines': 'def moor\ndeadly\n' });
  // Makes each edit a new one, whatever happened to the one before.
  let edits = 0;
  const later = await eventually(
    async () => {
      project.write({ 'src/h.lines': `def anchor${++edits}\n` });
      return files();
    },
    ({ text }) => text.includes('src/h.lines'),
  );
  expect(later.text).toContain('src/h.lines');
  const status = await eventually(
    () => client.call('code-scout_status'),
    ({ data }) => (data['leftOut'] as Record<string, number>)['failed'] === 2,
  );
  expect(status.data['leftOut']).toMatchObject({ failed: 2 });
  await client.close();
});
