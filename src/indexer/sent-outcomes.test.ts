import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleFile } from '../store/conformance-samples.ts';
import type { FileOutcome } from './analyse-file.ts';
import { SharedNumbers, TextReceiver, TextSender } from './sent-outcomes.ts';

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

/** What was received, with its numbers taken back to texts in place of the texts, and so compared with what was sent. */
function byNumbers(outcome: FileOutcome): FileOutcome {
  if (outcome.kind !== 'indexed') return outcome;
  const { numbered, ...file } = outcome.file;
  const textsOf = (numbers: Uint32Array): string[] => Array.from(numbers, (number) => numbered!.table.text(number));
  const texts = { terms: textsOf(numbered!.terms), definitionNames: textsOf(numbered!.definitionNames) };
  return { kind: 'indexed', file: { ...file, ...texts } };
}

function byTexts(outcome: FileOutcome): FileOutcome {
  if (outcome.kind !== 'indexed') return outcome;
  const { numbered: _, ...file } = outcome.file;
  return { kind: 'indexed', file };
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
          const received = receiver.take(sent);
          expect(received.map(byTexts)).toEqual(outcomes.map(withoutNumbers));
          expect(received.map(byNumbers)).toEqual(outcomes.map(withoutNumbers));
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
    expect(receiver.take(sender.pack(many)).map(byNumbers)).toEqual(many);
    const next = sender.pack(fileOf(['t7', 'new']));
    expect(next).toMatchObject({ anew: true, fresh: ['t7', 'new'] });
    const received = receiver.take(next);
    expect(received.map(byTexts)).toEqual(fileOf(['t7', 'new']));
    expect(received.map(byNumbers)).toEqual(fileOf(['t7', 'new']));
  });

  it('have one table for all workers, and another when it has become too large', () => {
    const shared = new SharedNumbers(10);
    const pairs = [0, 1, 2].map(() => ({ sender: new TextSender(), receiver: new TextReceiver(shared) }));
    const sendAll = (from: number): FileOutcome[] =>
      pairs.flatMap(({ sender, receiver }, worker) => {
        const terms = ['shared', ...Array.from({ length: 4 }, (_, n) => `t${from + n}of${worker}`)];
        const sent: FileOutcome[] = [{ kind: 'indexed', file: { ...sampleFile({ path: 'a.ts' }), terms } }];
        const received = receiver.take(sender.pack(sent));
        expect(received.map(byNumbers)).toEqual(sent);
        return received;
      });
    const tables = (outcomes: FileOutcome[]): unknown[] =>
      outcomes.map((outcome) => outcome.kind === 'indexed' && outcome.file.numbered!.table);
    const [first, second, third] = tables(sendAll(0));
    expect(second).toBe(first);
    expect(third).toBe(first);
    const [anew] = tables(sendAll(2));
    expect(anew).not.toBe(first);
  });
});
