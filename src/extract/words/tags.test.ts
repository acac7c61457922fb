import { describe, expect, it } from 'vitest';
import type { Definition } from '../../model/definition.ts';
import { emptyExtraction } from '../../model/extraction.ts';
import { textsOf } from '../../model/text-list.ts';
import { TagExtractor, tagColumns } from './tags.ts';

const definition = (over: Partial<Definition>): Definition => ({
  name: 'x',
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
  signature: null,
  ...over,
});

function counts(path: string, text: string, extraction = emptyExtraction()): Map<string, Record<string, number>> {
  const tags = new TagExtractor().extract(null, path, text, extraction);
  const columns = Object.entries(tagColumns);
  return new Map(
    textsOf(tags.terms).map((term, i) => [
      term,
      Object.fromEntries(
        columns.flatMap(([name, c]) => (tags.counts[i * 9 + c] === 0 ? [] : [[name, tags.counts[i * 9 + c]!]])),
      ),
    ]),
  );
}

describe('TagExtractor', () => {
  it('counts each source in its own field', () => {
    const extraction = {
      ...emptyExtraction(),
      definitions: [
        definition({ name: 'OrderService', kind: 'class', decorators: ['injectable'], docstring: 'Keeps baskets.' }),
        definition({ name: 'maximumSize', kind: 'variable' }),
      ],
      imports: [
        {
          module: './billing.js',
          type: 'local' as const,
          names: [{ name: 'Invoice', alias: null }],
          alias: null,
          isDynamic: false,
          isReexport: false,
          isTypeOnly: false,
          line: 1,
          column: 1,
        },
      ],
      comments: [{ text: 'legacy remark', line: 1, endLine: 1 }],
    };
    const terms = counts('src/checkout/order-service.test.ts', 'retry(order)', extraction);
    expect(terms.get('orderservic')).toBeUndefined();
    expect(terms.get('orderservice')).toEqual({ filename: 1, definitions: 1 });
    expect(terms.get('checkout')).toEqual({ path: 1 });
    expect(terms.get('test')).toEqual({ filename: 1 });
    expect(terms.get('inject')).toEqual({ decorators: 1 });
    expect(terms.get('basket')).toEqual({ docstrings: 1 });
    expect(terms.get('maximums')).toBeUndefined();
    expect(terms.get('maximum')).toEqual({ symbols: 1 });
    expect(terms.get('bill')).toEqual({ imports: 1 });
    expect(terms.get('invoic')).toEqual({ imports: 1 });
    expect(terms.get('legaci')).toEqual({ comments: 1 });
    expect(terms.get('retri')).toEqual({ derived: 1 });
    expect(terms.get('order')).toEqual({ filename: 1, definitions: 1, derived: 1 });
  });

  it('accepts names of Object.prototype, and caps counts', () => {
    const tags = new TagExtractor().extract(
      null,
      'a.txt',
      `${'word '.repeat(400)} constructor __proto__ toString`,
      emptyExtraction(),
    );
    expect(textsOf(tags.terms)).toEqual(expect.arrayContaining(['constructor', 'proto', 'tostring']));
    expect(tags.counts[textsOf(tags.terms).indexOf('word') * 9 + tagColumns.derived]).toBe(255);
  });

  it('gives the same result for a file, whatever came before it', () => {
    const extractor = new TagExtractor();
    const read = (): object => {
      const { terms, ...rest } = extractor.extract(null, 'src/a.ts', 'alpha beta', emptyExtraction());
      return { ...rest, terms: textsOf(terms) };
    };
    const first = read();
    extractor.extract(null, 'src/b.ts', 'gamma '.repeat(5000), emptyExtraction());
    expect(read()).toEqual(first);
  });
});
