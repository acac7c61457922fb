import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TagExtractor } from '../extract/words/tags.ts';
import type { Definition } from '../model/definition.ts';
import { emptyExtraction } from '../model/extraction.ts';
import { fileTraits } from '../model/file.ts';
import { openStore } from '../store/registry.ts';
import { packDefinitions } from '../store/packed/packed-definitions.ts';
import type { FileWrite, Store } from '../store/store.ts';
import { searchTags, tagFrequencies, tagTerm, type TagRanking, type TagTermSource } from './tag-search.ts';

const weights = { filename: 5, path: 3, definitions: 3, imports: 2, documentation: 1 };
const tagger = new TagExtractor();

function file(path: string, text: string, names: string[] = [], traits = 0): FileWrite {
  const definitions = names.map((name): Definition => ({
    name,
    kind: 'function',
    container: null,
    line: 1,
    column: 1,
    startLine: 1,
    startColumn: 1,
    endLine: 1,
    endColumn: 2,
    exported: true,
    docstring: null,
    decorators: [],
    signature: '()',
  }));
  const tags = tagger.extract(null, path, text, { ...emptyExtraction(), definitions });
  return {
    path,
    rawPath: null,
    size: text.length,
    mtimeMs: 1,
    hash: path,
    verifiedAtMs: 1,
    language: path.endsWith('.py') ? 'python' : 'typescript',
    encoding: 'utf-8',
    lines: 1,
    traits,
    definitions: packDefinitions(definitions),
    definitionCount: definitions.length,
    definitionNames: names,
    imports: new Uint8Array(),
    importCount: 0,
    references: new Uint8Array(),
    referenceCount: 0,
    summary: new Uint8Array(0),
    chunks: new Uint8Array(0),
    chunkWords: new Uint8Array(0),
    chunkCount: 0,
    issues: [],
    terms: tags.terms,
    termCounts: tags.counts,
    macros: null,
    fieldLengths: tags.fieldLengths,
  };
}

let store: Store;
beforeAll(async () => {
  store = await openStore({ memory: true });
  const filler = Array.from({ length: 30 }, (_, i) => file(`lib/filler${i}.ts`, `common words number ${i}`));
  const files = [
    file('src/http/server.ts', 'createServer listen', ['createServer']),
    file('src/auth/login.ts', 'authenticate user password', ['authenticateUser']),
    file('src/mentions.ts', 'server is only mentioned here'),
    file('test/server.test.ts', 'createServer', ['createServer'], fileTraits.test),
    file('src/b/pair.ts', 'identical pairs', ['pairs']),
    file('src/a/pair.ts', 'identical pairs', ['pairs']),
    file('py/server.py', 'serve', ['serve']),
    file('src/gather/index.ts', 'gizmo'),
    file('src/gather/parts.ts', 'gizmo'),
    ...filler,
  ];
  await store.write({ files, touched: [], removed: [] });
});
afterAll(() => store.close());

const termsBy =
  (by: typeof weights): TagTermSource =>
  async (terms) => {
    const { documents, postings } = await store.postings(terms);
    return { documents, known: postings.map((posting) => tagTerm(documents, posting, by)) };
  };
const search = (
  tags: string[],
  accepts: Parameters<typeof searchTags>[1]['accepts'] = () => true,
): Promise<TagRanking> => searchTags(termsBy(weights), { tags, offset: 0, limit: 20, accepts });
const paths = ({ hits }: TagRanking): string[] => hits.map((hit) => hit.path);

describe('searchTags', () => {
  it('ranks names above mentions, and tests below what they test', async () => {
    const found = paths(await search(['server']));
    expect(found.indexOf('src/http/server.ts')).toBeLessThan(found.indexOf('src/mentions.ts'));
    expect(found.indexOf('src/http/server.ts')).toBeLessThan(found.indexOf('test/server.test.ts'));
  });

  it.each(['test', 'tests', 'testing'])('ranks tests first if the tag is %s', async (tag) => {
    expect(paths(await search(['createServer']))[0]).toBe('src/http/server.ts');
    expect(paths(await search(['createServer', tag]))[0]).toBe('test/server.test.ts');
  });

  it('ranks files that re-export others below those', async () => {
    expect(paths(await search(['gizmo']))).toEqual(['src/gather/parts.ts', 'src/gather/index.ts']);
  });

  it.each(['createServer', 'CreateServer', 'create_server', 'CREATE-SERVER', 'create server'])(
    'finds an identifier in any case style: %s',
    async (tag) => {
      expect(paths(await search([tag]))[0]).toBe('src/http/server.ts');
    },
  );

  it('finds other forms and synonyms of a tag', async () => {
    expect(paths(await search(['authenticating']))[0]).toBe('src/auth/login.ts');
    expect(paths(await search(['authentication']))[0]).toBe('src/auth/login.ts');
  });

  it('breaks ties by path', async () => {
    const found = paths(await search(['pairs']));
    expect(found).toEqual(['src/a/pair.ts', 'src/b/pair.ts']);
  });

  it('counts all matches, whatever the limit, and pages through them', async () => {
    const all = await searchTags(termsBy(weights), { tags: ['common'], offset: 0, limit: 100, accepts: () => true });
    const first = await searchTags(termsBy(weights), { tags: ['common'], offset: 0, limit: 10, accepts: () => true });
    const second = await searchTags(termsBy(weights), {
      tags: ['common'],
      offset: 10,
      limit: 100,
      accepts: () => true,
    });
    expect(all.total).toBe(30);
    expect(first.total).toBe(30);
    expect([...paths(first), ...paths(second)]).toEqual(paths(all));
  });

  it('leaves out what a filter refuses, and reports which tags matched', async () => {
    const found = await search(['server', 'nothingatall'], (documents, row) => documents.languages[row] === 'python');
    expect(paths(found)).toEqual(['py/server.py']);
    expect(found.hits[0]?.tagMask).toBe(1);
  });

  it('follows the weights: a file name does not count when its weight is zero', async () => {
    const blind = await searchTags(termsBy({ ...weights, filename: 0, documentation: 0 }), {
      tags: ['login'],
      offset: 0,
      limit: 5,
      accepts: () => true,
    });
    expect(paths(blind)).toEqual([]);
    expect(paths(await search(['login']))).toEqual(['src/auth/login.ts']);
  });

  it.each([[['zzz']], [['']], [['a']], [['__proto__']], [['%']]])(
    'finds nothing for %j without failing',
    async (tags) => {
      expect((await search(tags)).total).toBe(0);
    },
  );
});

describe('tagFrequencies', () => {
  it('reports in how many files a word occurs, and in how many as a name', async () => {
    expect(await tagFrequencies(store, ['server', 'mentioned', 'absentword', 'create_server'])).toEqual([
      { files: 4, named: 3 },
      { files: 1, named: 1 },
      { files: 0, named: 0 },
      { files: 2, named: 2 },
    ]);
  });
});
