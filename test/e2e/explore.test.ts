/** `explore` and its command on a small project, over a real server and real processes. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approximateTokens } from '../../src/tools/explore/tokens.ts';
import { createProject, type TestProject } from './cli-process.ts';
import { RawClient, type ToolResult } from './raw-client.ts';

const filler = (name: string): string =>
  Array.from({ length: 30 }, (_, at) => `  ${name}.push(prepare(${name}[${at}], 'some words of this step'));\n`).join(
    '',
  );
const sources: Record<string, string> = {
  'src/net/retry.ts':
    "import { open } from './socket';\n\n/** Tries a request again, a few times. */\n" +
    `export async function retryRequest(parts: string[]): Promise<void> {\n${filler('parts')}  open(parts[0]);\n${filler('parts')}}\n`,
  'src/net/socket.ts': 'export function open(host: string): void {\n  void host;\n}\n',
  'src/net/retry.test.ts': "import { retryRequest } from './retry';\ntest('it retries', () => retryRequest([]));\n",
  'docs/guide.md': '# Guide\n\nHow a request is tried again.\n',
};
for (let at = 0; at < 60; at++) {
  sources[`src/part${at}/request${at}.ts`] = Array.from(
    { length: 12 },
    (_, one) =>
      `/** Sends request ${one} again. */\nexport function send${at}x${one}(): void {\n${filler('requests')}}\n`,
  ).join('\n');
}

let project: TestProject;
let client: RawClient;

beforeAll(async () => {
  project = createProject(sources);
  client = new RawClient({ cwd: project.root });
  await client.initialize();
  await client.call('code-scout_index', { background: false });
});
afterAll(async () => {
  await client.close();
  project.remove();
});

/** Asks as an agent does: again, where the answer says that files have just changed. */
async function explore(args: Record<string, unknown>): Promise<ToolResult> {
  for (let tries = 0; ; tries++) {
    const answer = await client.call('explore', args);
    if (tries === 100 || !/Ask again\.|is being updated/i.test(answer.text)) return answer;
    await sleep(20);
  }
}

const titles = (text: string): string[] => [...text.matchAll(/^## (\S+:\d+-\d+)/gm)].map(([, title]) => title!);

describe('explore', () => {
  it('shows the code for a task together with the code that it is linked to', async () => {
    const { text, isError } = await explore({ query: 'where is a request tried again' });
    expect(isError).toBe(false);
    expect(titles(text)[0]).toMatch(/^src\/net\/retry\.ts:/);
    expect(text).toContain('Calls: open src/net/socket.ts:1');
    expect(text).toMatch(/Tests: src\/net\/retry\.test\.ts:2/);
    expect(text).toMatch(/## Docs and data\n(?:.*\n)*docs\/guide\.md: Guide 1-/);
  });

  it('continues with code that was not shown before', async () => {
    const query = 'send a request again';
    const shown = new Set<string>();
    let seen: string | undefined;
    for (let page = 0; page < 4; page++) {
      const { text } = await explore({ query, max_tokens: 3000, ...(seen === undefined ? {} : { seen }) });
      const here = titles(text);
      expect(here.length).toBeGreaterThan(1);
      for (const title of here) expect(shown.has(title), title).toBe(false);
      for (const title of here) shown.add(title);
      seen = /seen: "([^"]+)"/.exec(text)?.[1];
    }
  });

  it('stays within its budget, whatever the question', async () => {
    const words = fc.constantFrom(
      'request',
      'send',
      'again',
      'retryRequest',
      'parts',
      'guide',
      'zebra',
      'open(host',
      '"tried again"',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { minLength: 1, maxLength: 8 }),
        fc.option(fc.integer({ min: 400, max: 12_000 }), { nil: undefined }),
        async (query, tokens) => {
          const { text } = await explore({
            query: query.join(' '),
            ...(tokens === undefined ? {} : { max_tokens: tokens }),
          });
          expect(text.length).toBeLessThan((tokens ?? 0) > 1500 ? 50_000 : 8000);
          expect(approximateTokens(text)).toBeLessThanOrEqual(tokens ?? 1500);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is also a command', async () => {
    const { code, stdout } = await project.run(['explore', 'where', 'is', 'a', 'request', 'tried', 'again', '--full']);
    expect(code).toBe(0);
    expect(titles(stdout)[0]).toMatch(/^src\/net\/retry\.ts:/);
    const data = JSON.parse((await project.run(['explore', 'request', '--json'])).stdout) as {
      pieces: { path: string }[];
    };
    expect(data.pieces.length).toBeGreaterThan(3);
    expect((await project.run(['explore', 'zebra'])).code).toBe(1);
  });
});
