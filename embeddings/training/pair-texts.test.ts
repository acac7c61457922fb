import { describe, expect, test } from 'vitest';
import { Extractor } from '../../src/extract/extract.ts';
import { languageDetector } from '../../src/extract/language-detector.ts';
import { languages } from '../../src/languages/registry.ts';
import { assetUrl } from '../../src/util/assets.ts';
import { docQuery, textPairs, type TextPair } from './pair-texts.ts';

describe('the query of a doc comment', () => {
  test.each<[what: string, doc: string, query: string]>([
    ['a sentence', 'Reads the retry limit from the settings.', 'Reads the retry limit from the settings.'],
    [
      'its first paragraph',
      'Reads the retry\nlimit of a client.\n\nLonger story.',
      'Reads the retry limit of a client.',
    ],
    ['without tags', 'Reads the retry limit.\n@param name of the client', 'Reads the retry limit.'],
    ['without fields', 'Reads the retry limit.\n:param name: of the client', 'Reads the retry limit.'],
    ['without sections', 'Reads the retry limit.\nArgs:\n  name: of the client', 'Reads the retry limit.'],
    ['without links', 'Reads what {@link Client} may retry.', 'Reads what Client may retry.'],
    ['without markup', 'Reads <b>all</b> retry limits.', 'Reads  all  retry limits.'],
    ['too short', 'Constructor.', ''],
    ['a licence', 'Copyright 2020 The Authors. All rights reserved here.', ''],
    ['nothing', '', ''],
  ])('%s', (_, doc, query) => {
    expect(docQuery(doc)).toBe(query);
  });
});

const detector = languageDetector(languages, { extensions: new Map(), disabled: new Set() });

async function pairsOf(path: string, text: string, isTest: boolean): Promise<TextPair[]> {
  const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
  try {
    const language = await detector.detect(path, text);
    const extraction = await extractor.extract(language!, path, text);
    return textPairs({ path, text, extraction, isTest });
  } finally {
    extractor.close();
  }
}

const client = `
/** Opens a connection to the server again when it broke. */
export async function reopenConnection(limit: number) {
  const attempts = [];
  // wait a little longer after every failed attempt
  await sleep(2 ** attempts.length);
  attempts.push(connect());

  return attempts.slice(0, limit);
}
`;
const python = `
class Store:
    def load_entries(self, path):
        """Read all entries of a file into memory."""
        entries = []
        with open(path) as lines:
            entries.extend(lines)
        return entries
`;
const tests = `
describe('a store', () => {
  it('forgets entries after an hour', async () => {
    const store = openStore();
    await clock.advance(3600);
    expect(store.size).toBe(0);
  });
});
`;

describe('the pairs of a file', () => {
  test('are documentation and code, name and body, comment and the code after it', async () => {
    const pairs = await pairsOf('src/net/client.ts', client, false);
    expect(pairs.map(({ kind, query }) => [kind, query.trim()])).toEqual([
      ['docstring', 'Opens a connection to the server again when it broke.'],
      ['name', 'reopenConnection'],
      ['comment', 'wait a little longer after every failed attempt'],
    ]);
    const [documented, named, commented] = pairs;
    expect(documented!.passage).toMatch(/^net client [\s\S]*reopenConnection[\s\S]*slice/);
    expect(documented!.passage).not.toContain('when it broke');
    expect(named!.passage).not.toContain('reopenConnection');
    expect(commented!.passage.trim().split('\n').at(-1)).toContain('attempts.push');
  });

  test('have the docstring on one side only', async () => {
    const pairs = await pairsOf('store.py', python, false);
    const documented = pairs.find(({ kind }) => kind === 'docstring');
    expect(documented?.query).toBe('Read all entries of a file into memory.');
    expect(documented?.passage).toContain('entries.extend');
    expect(documented?.passage).not.toContain('into memory');
  });

  test('are titles and bodies in tests', async () => {
    const pairs = await pairsOf('store.test.ts', tests, true);
    expect(pairs.map(({ kind, query }) => [kind, query])).toEqual([['test', 'forgets entries after an hour']]);
    expect(pairs[0]!.passage).toContain('clock.advance');
  });

  test.each([
    [
      'a_test.py',
      'def test_entries_are_forgotten():\n    store = open_store()\n    assert store.size_after(hour) == 0\n',
    ],
    [
      'a_test.go',
      'func TestEntriesAreForgotten(t *testing.T) {\n\tstore := openStore()\n\tif store.sizeAfter(hour) != 0 {\n\t}\n}\n',
    ],
  ])('recognise tests by their names: %s', async (path, text) => {
    const pairs = await pairsOf(path, text, true);
    expect(
      pairs
        .find(({ kind }) => kind === 'test')
        ?.query.toLowerCase()
        .replaceAll('_', ''),
    ).toBe('entriesareforgotten');
  });
});
