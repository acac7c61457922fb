import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextPieces } from '../kernels/words.ts';
import { sampleFile } from '../store/testing/conformance-samples.ts';
import type { ExtractedFields, ExtractedFile } from './file-outcome.ts';
import { ExtractionReceiver, ExtractionSender } from './sent-extractions.ts';

const keywords = [['if', 'else'], [], ['def']];
const text = fc.constantFrom('', 'user', 'été', '用户', '😀', '__proto__', 'a b', '\ud83d');
const kind = fc.constantFrom('part' as const, 'function' as const, 'class' as const);
const chunk = fc.record({
  lines: fc.integer({ min: 1, max: 90 }),
  kinds: fc.uniqueArray(kind),
  own: fc.array(fc.tuple(text, fc.boolean())),
});
const bytes = fc.uint8Array({ maxLength: 9 });
const piece = fc.tuple(text, fc.nat({ max: 8 }), fc.boolean());
const extracted = fc
  .tuple(
    fc.array(piece),
    fc.option(fc.array(chunk)),
    fc.nat({ max: 2 }),
    fc.option(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), bytes)),
  )
  .map(([all, chunks, list, facts]): ExtractedFile => {
    const pieces = new TextPieces();
    for (const [one, column, isWhole] of all) {
      if (isWhole) pieces.addWhole(one, column);
      else pieces.addWords(one, column);
    }
    const named = chunks?.flatMap(({ own }) => own) ?? [];
    return {
      kind: 'extracted',
      file: {
        ...fields(),
        facts: facts === null ? null : { front: new Uint8Array(facts[0]), tables: new Uint8Array(facts[1]) },
      },
      words: {
        pieces,
        keywords: keywords[list]!,
        chunks:
          chunks === null
            ? null
            : {
                chunks: chunks.map(({ lines, kinds, own }) => ({ lines, kinds, names: own.length })),
                names: named.map(([name]) => name),
                tops: named.map(([, isTop]) => isTop),
              },
      },
    };
  });

function fields(): ExtractedFields {
  const {
    language,
    lines,
    traits,
    definitions,
    definitionCount,
    definitionNames,
    imports,
    importCount,
    references,
    ...rest
  } = sampleFile({ path: 'a.ts' });
  const { referenceCount, chunks, chunkCount, issues } = rest;
  const counted = { definitionCount, importCount, referenceCount, chunkCount };
  return {
    language,
    lines,
    traits,
    definitionNames,
    issues,
    definitions,
    imports,
    references,
    facts: null,
    chunks,
    ...counted,
  };
}

/** Pieces as one text, kinds in an order of their own. */
function settled({ file, words: { pieces, chunks, keywords: list } }: ExtractedFile): unknown {
  const byKind = chunks?.chunks.map(({ kinds, ...others }) => ({ ...others, kinds: kinds.toSorted() }));
  return {
    file,
    heads: pieces.heads,
    text: pieces.texts.join(''),
    list,
    chunks: chunks && { ...chunks, chunks: byKind },
  };
}

describe('extractions between threads', () => {
  it('arrive as they were sent', () => {
    fc.assert(
      fc.property(fc.array(fc.array(extracted, { maxLength: 4 }), { maxLength: 5 }), (messages) => {
        const [sender, receiver] = [new ExtractionSender(), new ExtractionReceiver()];
        for (const files of messages) {
          const packed = sender.pack(files);
          const arrived = receiver.take(structuredClone(packed, { transfer: [packed.memory, packed.facts] }));
          expect(arrived.map(settled)).toEqual(files.map(settled));
        }
      }),
    );
  });

  it('have one list of keywords for each that was sent, whatever is in it', () => {
    const [sender, receiver] = [new ExtractionSender(), new ExtractionReceiver()];
    const one = (list: readonly string[]): ExtractedFile => ({
      kind: 'extracted',
      file: fields(),
      words: { pieces: new TextPieces(), keywords: list, chunks: null },
    });
    const listsOf = (...lists: (readonly string[])[]): (readonly string[])[] =>
      receiver.take(structuredClone(sender.pack(lists.map(one)))).map(({ words }) => words.keywords);
    const [first, second] = [['if'], ['if']];
    const arrived = [...listsOf(first, second, first), ...listsOf(second, first)];
    expect(new Set(arrived).size).toBe(2);
    expect(arrived.map((list) => arrived.indexOf(list))).toEqual([0, 1, 0, 1, 0]);
  });
});
