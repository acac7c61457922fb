import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noSummary } from '../../model/file-summary.ts';
import { mentionedIn, packSummary } from '../../store/packed/packed-summary.ts';
import { noHeader } from './linked-project.ts';
import { MentionedTexts } from './name-filter.ts';

const packed = (strings: string[]): Uint8Array =>
  packSummary({ header: noHeader, summary: { ...noSummary(), strings } }, []);

it('never rules out a name that a file mentions, alone or in a path', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '_', '1'), minLength: 1, maxLength: 4 });
  const text = fc.oneof(
    name,
    fc
      .array(name, { minLength: 2, maxLength: 3 })
      .chain((parts) => fc.constantFrom(parts.join('.'), parts.join('::'), parts.join('\\'))),
  );
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 12 }), fc.uniqueArray(name, { maxLength: 5 }), (texts, names) => {
      const [bytes, wanted] = [packed(texts), new Set(names)];
      const known = new MentionedTexts();
      known.add(7, bytes);
      const mentions = mentionedIn(bytes, wanted).size > 0;
      if (mentions) expect(known.mayMention(7, wanted)).toBe(true);
      // Hashes of so few short names differ.
      else expect(known.mayMention(7, wanted)).toBe(false);
    }),
  );
});

it('allows any name for an unknown file, and forgets removed files', () => {
  const known = new MentionedTexts();
  known.add(1, packed(['a']));
  known.add(2, null);
  expect([1, 2, 3].map((id) => known.mayMention(id, new Set(['b'])))).toEqual([false, false, true]);
  known.keep(new Set([2]));
  expect([known.files, known.knows(1), known.mayMention(1, new Set(['b']))]).toEqual([1, false, true]);
});
