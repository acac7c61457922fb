/** The tools about chunks and their commands on a small project, over a real server and real processes. */
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { homeVariables, withoutProgress, type TestProject } from './cli-process.ts';
import { openSdkSession, type Called, type SdkSession } from './sdk-session.ts';

const body = (name: string): string =>
  `/** Brings the ${name} in. */\nexport function ${name}(ship: string): string {\n` +
  `${Array.from({ length: 15 }, (_, i) => `\tship = ${name}Rope(ship, ${i});\n`).join('')}\treturn ship;\n}\n\n`;
const imports = `import { a } from './ropes.js';\nimport { b } from './anchors.js';\nimport { c } from './crew.js';\nimport { d } from './pilots.js';\n\n`;
const sources = {
  'src/harbour.ts': `${imports}${body('tug')}${body('pilot')}`,
  'src/quay.py': 'def moor(ship):\n    """Moors it."""\n    return ship\n',
  'docs/guide.md': '# Guide\n\nHow ships come in.\n',
  'empty.ts': '',
};

let session: SdkSession;
let project: TestProject;

beforeAll(async () => {
  session = await openSdkSession(sources);
  ({ project } = session);
});
afterAll(() => session.close());

const call = (name: string, args: Record<string, unknown>): Promise<Called> => session.call(name, args);

interface ListedChunk {
  id: string;
  start_line: number;
  end_line: number;
  kind: string;
  symbols?: string[];
  text: string;
}

async function chunksOf(path: string): Promise<ListedChunk[]> {
  const { data } = await call('chunk_file', { file_path: path });
  return data['chunks'] as ListedChunk[];
}

describe('over the protocol', () => {
  it('get_context covers the file', async () => {
    const { text, data } = await call('get_context', { filePath: 'src/harbour.ts' });
    expect(text).toMatch(
      /^File: \.\/src\/harbour\.ts\nLanguage: typescript\nChunks: 3\n\nLines 1-5:\n {2}import \{ a \} from/,
    );
    expect(text).toContain('\nLines 6-25:\n  /** Brings the tug in. */\n  export function tug');
    expect(text).toContain('\nLines 26-45:\n');
    const code = text.split('\n').filter((line) => line.startsWith('  '));
    expect(code.map((line) => line.slice(2))).toEqual(
      sources['src/harbour.ts'].split('\n').filter((line) => line !== ''),
    );
    expect(data).toEqual({});
  });

  it('chunk_file lists what each chunk contains', async () => {
    const chunks = await chunksOf('src/harbour.ts');
    expect(chunks.map(({ kind, symbols }) => [kind, symbols])).toEqual([
      ['imports', undefined],
      ['definition', ['tug']],
      ['definition', ['pilot']],
    ]);
    expect(chunks.map(({ id }) => id).join(' ')).toMatch(/^chunk_\w{14} chunk_\w{14} chunk_\w{14}$/);
  });

  it('chunk_files names the file that failed', async () => {
    const { text, data } = await call('chunk_files', {
      file_paths: ['src/quay.py', 'src/quai.py', 'empty.ts'],
    });
    expect(text).toContain('File: ./src/quai.py\nError: File not found: src/quai.py\nThe nearest: src/quay.py.');
    expect(data['files']).toMatchObject([
      { file_path: 'src/quay.py', chunks: [{ symbols: ['moor'] }] },
      { file_path: 'src/quai.py', failure: { type: 'NotFoundError' } },
      { file_path: 'empty.ts', total_chunks: 0, chunks: [] },
    ]);
  });

  it('get_chunk finds an unchanged chunk after edits and every re-index', async () => {
    const [, tug, pilot] = await chunksOf('src/harbour.ts');
    const { text } = await call('get_chunk', { chunkId: pilot?.id });
    expect(text).toContain(
      `Chunk ID: ${pilot?.id}\nFile: ./src/harbour.ts\nLines: 26-45\nLanguage: typescript\nSymbols: pilot\n`,
    );
    expect(text).toContain(
      '\nContent:\n/** Brings the pilot in. */\nexport function pilot(ship: string): string {\n\tship',
    );
    project.write({ 'src/harbour.ts': `${imports}${body('pilot')}` });
    expect((await call('get_chunk', { chunkId: pilot?.id })).text).toContain('Lines: 6-25\n');
    await call('code-scout_index', { background: false, force: true });
    expect((await call('get_chunk', { chunkId: pilot?.id })).text).toContain('Lines: 6-25\n');
    const gone = await call('get_chunk', { chunkId: tug?.id });
    expect(gone.isError).toBe(true);
    expect(gone.text).toMatch(
      /^Error: Chunk not found: chunk_\w{14}: src\/harbour\.ts has changed\nsrc\/harbour\.ts has now: chunk_\w{14} \(lines 1-5\)/,
    );
    expect(gone.data).toMatchObject({ error: { type: 'NotFoundError', details: { field: 'chunkId' } } });
    project.write({ 'src/harbour.ts': sources['src/harbour.ts'] });
    expect((await call('get_chunk', { chunkId: tug?.id })).text).toContain('Lines: 6-25\n');
  });

  it('shows the text that is on disk now, and pages through it', async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `row_${i}: some words of a long file\n`);
    project.write({ 'data/long.yaml': lines.join('') });
    let shown = '';
    for (let start = 1; start > 0;) {
      const { text } = await call('get_context', { filePath: 'data/long.yaml', start_line: start });
      expect(text.length).toBeLessThan(8000);
      shown += text.replaceAll(/^(?! {2}).*\n/gm, '').replaceAll(/^ {2}/gm, '');
      start = Number(text.includes('goes on there') ? /start_line: (\d+)/.exec(text)?.[1] : 0);
    }
    expect(shown).toBe(lines.join(''));
    project.write({ 'data/long.yaml': null });
    const { text } = await call('get_context', { filePath: 'data/long.yaml' });
    expect(text).toMatch(/^Error: File not found: data\/long\.yaml\n/);
  });

  it('list_indexed_files groups by language', async () => {
    const { text, data } = await call('list_indexed_files', {});
    expect(text).toMatch(
      /^Indexed Files: 5 file\(s\)\n\ntypescript \(2 file\(s\)\):\n {2}- \.\/empty\.ts \(0 chunk\(s\)\)\n/,
    );
    expect(text).toContain('  - ./src/harbour.ts (3 chunk(s))\n');
    expect(data).toMatchObject({ total_files: 5 });
    expect((await call('list_indexed_files', { language: 'python' })).text).toBe(
      'Indexed Files: 1 file(s)\n\npython (1 file(s)):\n  - ./src/quay.py (1 chunk(s))\n',
    );
  });
});

describe('on the command line', () => {
  it.each<[string[], string]>([
    [['context', 'src/quay.py'], 'File: ./src/quay.py\nLanguage: python\nChunks: 1\n\nLines 1-3:\n  def moor(ship):\n'],
    [['context', 'src/harbour.ts', '--start-line', '40'], 'Lines 40-45 of 26-45:\n  \tship = pilotRope'],
    [['chunks', 'src/quay.py'], ': lines 1-3, definition; symbols: moor\n'],
    [['chunks', 'src/quay.py', 'docs/guide.md'], 'Files: 2\n\nFile: ./src/quay.py\n'],
    [['files', '--chunks', '--language', 'py'], 'python (1 file(s)):\n  - ./src/quay.py (1 chunk(s))\n'],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await project.run(args);
    expect([code, withoutProgress(stderr)]).toEqual([0, '']);
    expect(stdout).toContain(words);
  });

  it('accepts ids, and paths relative to the current folder', async () => {
    const { stdout } = await project.run(['chunks', 'quay.py', '--json'], {
      cwd: join(project.root, 'src'),
      env: homeVariables(dirname(project.root)),
    });
    const { chunks } = JSON.parse(stdout) as { chunks: ListedChunk[] };
    const chunk = await project.run(['chunk', chunks[0]?.id ?? '']);
    expect(chunk.stdout).toContain('\nContent:\ndef moor(ship):\n');
    const json = await project.run(['chunk', chunks[0]?.id ?? '', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ path: 'src/quay.py', symbols: ['moor'], startLine: 1 });
    const context = await project.run(['context', 'src/quay.py', '--json']);
    expect(JSON.parse(context.stdout)).toMatchObject({ language: 'python', lines: 3, chunks: [{ endLine: 3 }] });
  });

  it.each<[string[], number, string]>([
    [['context', 'src/none.ts'], 1, 'Error: File not found: src/none.ts'],
    [['chunk', 'chunk_nonsense'], 1, 'Error: Chunk not found: chunk_nonsense'],
    [['chunks', 'src/quay.py', '--start-line', 'x'], 2, 'Error: --start-line must be'],
    [['context', '../../etc/passwd'], 2, 'Error: Not a file of the project'],
  ])('%j ends with %i', async (args, code, words) => {
    const outcome = await project.run(args);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(words);
  });
});
