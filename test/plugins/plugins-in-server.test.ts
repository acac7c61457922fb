/** Plugins in a server that watches its project: in the threads for runs, edits and vectors. */
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
      const definitions = [], references = [];
      for (const [at, line] of text.split('\\n').entries()) {
        const [word, name] = line.trim().split(' ');
        if (word === 'def') definitions.push({ name, kind: 'function', line: at + 1, endLine: at + 2 });
        if (word === 'call') references.push({ name, kind: 'call', line: at + 1 });
      }
      return { definitions, references };
    },
  }],
  embedders: [{
    name: 'vowels', dimensions: 5,
    embed: async (texts) => texts.map((text) => [...'aeiou'].map((vowel) => text.split(vowel).length)),
  }],
};
`;

/** Asks until the answer satisfies `holds`: a server makes its index in the background. */
async function eventually<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const answer = await ask();
    if (holds(answer) || tries === 100) return answer;
    await new Promise((done) => setTimeout(done, 100));
  }
}

test('an edit in a plugin’s language is linked, and its chunks get vectors of a plugin’s embedder', async () => {
  project = createProject({ 'src/a.lines': 'def haul\n', 'src/b.lines': 'def sail\ncall haul\n' });
  project.write({ '../lines.mjs': source });
  const args = ['--plugin', join(project.root, '..', 'lines.mjs')];
  const client = new RawClient({ cwd: project.root, args, env: { CODE_SCOUT_EMBEDDING_PROVIDER: 'plugin' } });
  await client.initialize();
  await client.call('code-scout_index', { background: false });
  expect((await client.call('get_callers', { symbol: 'haul' })).text).toContain('sail');
  const status = await eventually(
    () => client.call('code-scout_status'),
    ({ data }) => (data['embedding'] as { state: string }).state === 'ready',
  );
  expect(status.data['embedding']).toMatchObject({ provider: 'plugin', state: 'ready', missing: 0 });
  expect(status.data['embedding']).toMatchObject({
    model: expect.stringMatching(/^plugin lines\/vowels 1\.0\.0 /) as string,
  });
  const near = await client.call('search_by_embedding', { query: 'sail haul', max_results: 1 });
  expect(near.text).toMatch(/\.lines/);

  project.write({ 'src/c.lines': 'def moor\ncall haul\n' });
  const edited = await eventually(
    () => client.call('get_callers', { symbol: 'haul' }),
    ({ text }) => text.includes('moor'),
  );
  expect(edited.text).toContain('moor');
  expect(edited.text).toContain('sail');
  await client.close();
});
