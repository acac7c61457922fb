/** An index that went through many edits, moves and deletions answers byte for byte like one made from scratch. */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';
import { chunkId } from '../../src/model/chunk.ts';
import { unpackChunks } from '../../src/store/packed/packed-chunks.ts';
import { unpackVectors } from '../../src/store/packed/packed-vectors.ts';
import { openStore } from '../../src/store/registry.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-incremental-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const words = ['user', 'order', 'parse', 'HTTPServer', 'render', 'cache_key', 'token', 'walk', 'index', 'queue'];
const languages = ['ts', 'py', 'go', 'rs', 'md', 'json', 'rb'];

function source(language: string, name: string, other: string): string {
  switch (language) {
    case 'ts':
      return `import { ${other} } from './${other}.js';\n/** Handles ${name}. */\nexport class ${name}Service {\n  ${other}(a: string) { return ${other}(a); }\n}\n`;
    case 'py':
      return `from .${other} import ${other}\n\n\ndef ${name}_task(x):\n    """Do ${name} with ${other}."""\n    return ${other}(x)\n`;
    case 'go':
      return `package ${other.toLowerCase()}\n\n// Run runs ${name}.\nfunc Run${name}(a int) error { return ${other}(a) }\n`;
    case 'rs':
      return `use crate::${other};\n\n/// ${name} of ${other}\npub fn ${name}_run() -> u8 { ${other}() }\n`;
    case 'rb':
      return `require '${other}'\n\n# ${name}\nclass Thing\n  def ${name}; ${other}; end\nend\n`;
    case 'md':
      return `# ${name}\n\nHow ${name} meets ${other}.\n`;
    default:
      return `{"${name}": "${other}"}\n`;
  }
}

type Edit =
  | { kind: 'write'; path: number; folder: number; language: string; name: string; other: string }
  | { kind: 'append'; target: number; name: string }
  | { kind: 'delete' | 'empty' | 'binary'; target: number }
  | { kind: 'move'; target: number; folder: number; path: number }
  | { kind: 'run' };

const word = fc.constantFrom(...words);
const small = fc.nat({ max: 40 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      path: small,
      folder: fc.nat({ max: 4 }),
      language: fc.constantFrom(...languages),
      name: word,
      other: word,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('append' as const), target: small, name: word }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('delete' as const, 'empty' as const, 'binary' as const),
      target: small,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      target: small,
      folder: fc.nat({ max: 4 }),
      path: small,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('run' as const) }) },
);

function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.code-scout') && statSync(join(root, path)).isFile())
    .sort();
}

const folders = ['', 'src', 'src/core', 'test', 'docs'];

function apply(root: string, change: Edit): void {
  const files = filesOf(root);
  const target = 'target' in change ? files[change.target % Math.max(1, files.length)] : undefined;
  const put = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  switch (change.kind) {
    case 'write':
      put(
        join(folders[change.folder]!, `file${change.path}.${change.language}`),
        source(change.language, change.name, change.other),
      );
      break;
    case 'append':
      if (target !== undefined)
        writeFileSync(join(root, target), `\n// ${change.name} ${change.target}\n`, { flag: 'a' });
      break;
    case 'delete':
      if (target !== undefined) rmSync(join(root, target));
      break;
    case 'empty':
      if (target !== undefined) writeFileSync(join(root, target), '');
      break;
    case 'binary':
      if (target !== undefined) writeFileSync(join(root, target), Buffer.from([0, 1, 2, 3]));
      break;
    case 'move': {
      const to = join(folders[change.folder]!, `moved${change.path}.ts`);
      if (target !== undefined) {
        mkdirSync(dirname(join(root, to)), { recursive: true });
        renameSync(join(root, target), join(root, to));
      }
      break;
    }
    case 'run':
      break;
  }
}

/** Everything that the index can answer, without durations. */
async function answers(engine: Engine): Promise<string> {
  const parts: unknown[] = [];
  for (const tags of [
    ...words.map((one) => [one]),
    ['user', 'order'],
    ['HTTPServer', 'token', 'walk'],
    ['service', 'task', 'run', 'cache', 'key'],
  ]) {
    const { totalFiles, hits } = await engine.searchTags({ tags, limit: 100 });
    parts.push({ tags, totalFiles, hits });
  }
  parts.push(await engine.tagFrequencies(words));
  parts.push(await engine.listFiles({ limit: 1000 }));
  parts.push(await engine.listLeftOut({ limit: 1000 }));
  const chunked = await engine.chunks.list({ offset: 0, limit: 1000 });
  parts.push(chunked);
  for (const { path } of chunked.files) parts.push((await engine.chunks.file(path)).chunks);
  const { filesIndexed, languages: byLanguage, definitions, references, leftOut } = await engine.status();
  parts.push({ filesIndexed, byLanguage, definitions, references, leftOut });
  return JSON.stringify(parts, (key, value: unknown) => (key === 'seen' ? undefined : value), 1);
}

/** The bytes of each chunk's vector by the chunk's id, of the files that should have vectors. */
async function vectors(path: string): Promise<Map<string, string>> {
  const store = await openStore({ file: path });
  try {
    expect(await store.check()).toEqual([]);
    const { embedders } = await store.state();
    expect(embedders).toHaveLength(1);
    const { fileIds } = await store.vectors.filesSince(embedders[0]!, -1);
    const [chunks, packed] = [await store.chunks(fileIds), await store.vectors.read(embedders[0]!, fileIds)];
    const rows = (await store.files(fileIds)).flatMap(({ id, path: file }) => {
      const found = unpackVectors(packed.get(id)!);
      const spans = unpackChunks(chunks.get(id)!);
      expect(found).toHaveLength(spans.length);
      return found.map(({ vector, scale }, at): [string, string] => {
        return [chunkId(file, spans[at]!.key), `${scale} ${Buffer.from(vector).toString('hex')}`];
      });
    });
    return new Map(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
  } finally {
    await store.close();
  }
}

async function open(root: string, path: string): Promise<Engine> {
  const { config } = loadConfig({ root, flags: { 'database.path': path }, env: new Map(), userConfigDir: null });
  return openEngine({ root, config, indexing: 'inline' });
}

describe('incremental indexing', () => {
  it('gives the same answers as an index made from scratch, after 200 random edits, moves and deletions', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 200, maxLength: 200 }), async (edits) => {
        const root = join(work, `tree${round++}`);
        mkdirSync(root, { recursive: true });
        const engine = await open(root, join(root, '.code-scout', 'database.db'));
        try {
          for (const change of edits) {
            apply(root, change);
            if (change.kind === 'run') await engine.index({ embeddings: true });
          }
          const { embedding } = await engine.index({ embeddings: true });
          expect(embedding?.note).toBeNull();
          const fresh = await open(root, join(root, '.code-scout', 'fresh.db'));
          try {
            await fresh.index({ embeddings: true });
            expect(await answers(engine)).toBe(await answers(fresh));
            const made = await vectors(fresh.databasePath);
            expect(made.size).toBeGreaterThan(0);
            expect(await vectors(engine.databasePath)).toEqual(made);
          } finally {
            await fresh.close();
          }
        } finally {
          await engine.close();
          rmSync(root, { recursive: true, force: true });
        }
      }),
      { numRuns: 4 },
    );
  });
});
