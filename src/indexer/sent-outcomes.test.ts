import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleFile } from '../store/conformance-samples.ts';
import type { FileOutcome } from './analyse-file.ts';
import { TextReceiver, TextSender } from './sent-outcomes.ts';

const words = ['user', 'name', '__proto__', 'constructor', '', 'été', '用户', 'username'];
const text = fc.constantFrom(...words);
/** By its generation, how a lexicon numbers the words; 0: there is none. */
const generation = fc.constantFrom(0, 1, 2);
const idOf = (word: string, of: number): number => (of === 1 ? words.indexOf(word) : 5000 - words.indexOf(word));
const indexed = fc
  .tuple(fc.array(text), fc.array(text), generation)
  .map(([terms, definitionNames, of]): FileOutcome => {
    const file = { ...sampleFile({ path: 'a.ts' }), terms, definitionNames };
    if (of === 0) return { kind: 'indexed', file };
    return { kind: 'indexed', file, termNumbers: { generation: of, ids: terms.map((term) => idOf(term, of)) } };
  });
const left = fc.constant<FileOutcome>({ kind: 'leftOut', leftOut: { path: 'b', reason: 'binary', detail: null } });
const messages = fc.array(fc.array(fc.oneof(indexed, left), { maxLength: 4 }), { maxLength: 6 });

function withoutNumbers(outcome: FileOutcome): FileOutcome {
  return outcome.kind === 'indexed' ? { kind: 'indexed', file: outcome.file } : outcome;
}

describe('outcomes between threads', () => {
  it('arrive as they were sent, with each text sent once', () => {
    fc.assert(
      fc.property(messages, (all) => {
        const [sender, receiver] = [new TextSender(), new TextReceiver()];
        const seen: string[] = [];
        for (const outcomes of all) {
          const sent = structuredClone(sender.pack(outcomes));
          seen.push(...sent.fresh);
          expect(receiver.take(sent)).toEqual(outcomes.map(withoutNumbers));
        }
        expect(new Set(seen).size).toBe(seen.length);
      }),
    );
  });

  it('go on when what is remembered became too much', () => {
    const [sender, receiver] = [new TextSender(), new TextReceiver()];
    const fileOf = (terms: string[]): FileOutcome[] => [
      { kind: 'indexed', file: { ...sampleFile({ path: 'a.ts' }), terms } },
    ];
    const many = fileOf(Array.from({ length: 400_001 }, (_, n) => `t${n}`));
    expect(receiver.take(sender.pack(many))).toEqual(many);
    const next = sender.pack(fileOf(['t7', 'new']));
    expect(next).toMatchObject({ anew: true, fresh: ['t7', 'new'] });
    expect(receiver.take(next)).toEqual(fileOf(['t7', 'new']));
  });
});
