import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileTraits } from '../model/file.ts';
import { numberedTexts, textsOf } from '../model/text-list.ts';
import { sampleFile } from '../store/testing/conformance-samples.ts';
import type { FileOutcome } from './file-outcome.ts';
import { OutcomeReceiver, OutcomeSender, type OutcomeParts, type SentOutcomes } from './sent-outcomes.ts';

const words = ['user', 'name', '__proto__', 'constructor', '', 'été', '用户', 'username'];
const text = fc.constantFrom(...words);
/** A file: its terms, its names, and whether its lexicon starts again (0) or it has none (1). */
const indexed = fc.tuple(fc.array(text), fc.array(text), fc.nat({ max: 5 }));
const left: FileOutcome = { kind: 'leftOut', leftOut: { path: 'b', reason: 'binary', detail: null } };
const messages = fc.array(fc.array(fc.option(indexed), { maxLength: 4 }), { maxLength: 6 });

/** Numbers words as they come. */
class Lexicon {
  #table: string[] = [];

  outcome(words: [terms: string[], names: string[], turn: number] | null): FileOutcome {
    if (words === null) return left;
    const [terms, definitionNames, turn] = words;
    if (turn === 0) this.#table = [];
    for (const term of terms) if (!this.#table.includes(term)) this.#table.push(term);
    const numbers = Int32Array.from(terms, (term) => this.#table.indexOf(term));
    const list = turn === 1 ? terms : numberedTexts(this.#table, numbers);
    const bytes = { summary: Uint8Array.from(terms, (term) => term.length), imports: new Uint8Array(turn).fill(turn) };
    const file = { ...sampleFile({ path: 'a.ts' }), ...bytes, terms: list, definitionNames };
    return { kind: 'indexed', file, text: null };
  }
}

function plain(outcomes: readonly FileOutcome[]): FileOutcome[] {
  return outcomes.map((outcome) =>
    outcome.kind === 'indexed'
      ? { ...outcome, file: { ...outcome.file, terms: textsOf(outcome.file.terms) } }
      : outcome,
  );
}

function freshIn(sent: SentOutcomes): string[] {
  return sent.outcomes.flatMap((outcome) => (outcome.kind === 'indexed' ? (outcome.fresh?.texts ?? []) : []));
}

describe('outcomes between threads', () => {
  it('arrive as they were sent', () => {
    fc.assert(
      fc.property(messages, (all) => {
        const [lexicon, sender, receiver] = [new Lexicon(), new OutcomeSender(), new OutcomeReceiver()];
        const sent: FileOutcome[] = [];
        const arrived: FileOutcome[] = [];
        for (const files of all) {
          const outcomes = files.map((file) => lexicon.outcome(file));
          sent.push(...outcomes);
          const packed = sender.pack(outcomes);
          arrived.push(...receiver.take(structuredClone(packed, { transfer: [packed.memory] })));
        }
        // Including outcomes before a lexicon started again.
        expect(plain(arrived)).toEqual(plain(sent));
      }),
    );
  });

  it('send each text once, until a lexicon starts again', () => {
    const [lexicon, sender] = [new Lexicon(), new OutcomeSender()];
    const pack = (terms: string[], turn = 2): string[] => freshIn(sender.pack([lexicon.outcome([terms, [], turn])]));
    expect(pack(['user', 'name'])).toEqual(['user', 'name']);
    expect(pack(['name', 'été', 'user'])).toEqual(['été']);
    expect(pack(['name'])).toEqual([]);
    expect(pack(['name', 'user'], 0)).toEqual(['name', 'user']);
  });

  it('send the text of a file that gets vectors, and its encoded summary, only on request', () => {
    const [sender, receiver] = [new OutcomeSender(), new OutcomeReceiver()];
    const encodedSummary = { front: Uint8Array.of(1, 2), tables: Uint8Array.of(3) };
    const outcomes = ([encodedSummary, null] as const).flatMap((encodedSummary): FileOutcome[] =>
      [0, fileTraits.minified].map((traits) => {
        const file = { ...sampleFile({ path: 'a.ts' }), traits };
        return { kind: 'indexed', file, text: 'export {};', encodedSummary };
      }),
    );
    const sent = (parts?: OutcomeParts): unknown[] =>
      receiver
        .take(sender.pack(outcomes, parts))
        .map((outcome) => outcome.kind === 'indexed' && [outcome.text, outcome.encodedSummary]);
    expect(sent()).toEqual(outcomes.map(() => [null, undefined]));
    expect(sent({ texts: true, summary: true })).toEqual([
      ['export {};', encodedSummary],
      [null, encodedSummary],
      ['export {};', null],
      [null, null],
    ]);
  });
});
