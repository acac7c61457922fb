/** The part of the conformance suite about trigrams. */
import { expect, it } from 'vitest';
import { sampleFile } from './conformance-samples.ts';
import { batch, idOf, subject, writeFiles } from './conformance-subject.ts';

async function write(texts: Readonly<Record<string, string>>): Promise<void> {
  await writeFiles(...Object.keys(texts).map((path) => sampleFile({ path })));
  const files: { fileId: number; text: string }[] = [];
  for (const [path, text] of Object.entries(texts)) files.push({ fileId: await idOf(path), text });
  await subject.store.texts.write(files);
}

async function candidates(...alternatives: string[][]): Promise<string[]> {
  const files = await subject.store.files([...(await subject.store.texts.candidates(alternatives))]);
  return files.map(({ path }) => path).sort();
}

export function describeTexts(): void {
  it('finds the files that may contain texts', async () => {
    await write({
      'a.ts': 'const userName = "quoted \\" here";\r\n',
      'b.ts': 'USERNAME = 1\nOTHER words',
      'empty.ts': '',
      'odd.ts': 'größe – AND OR NOT NEAR(x) * ^ : 用户名 \ud800',
    });
    expect(await candidates(['username'])).toEqual(['a.ts', 'b.ts']);
    expect(await candidates(['userName', 'other'])).toEqual(['b.ts']);
    expect(await candidates(['other'], ['quoted'])).toEqual(['a.ts', 'b.ts']);
    expect(await candidates(['"quoted \\" h'])).toEqual(['a.ts']);
    expect(await candidates([' AND OR NOT NEAR(x) * ^ :'])).toEqual(['odd.ts']);
    expect(await candidates(['nowhere'])).toEqual([]);
    expect(await candidates([`userName${'x'.repeat(500)}`])).toEqual([]);
    expect(await candidates(['us'])).toEqual(['a.ts', 'b.ts', 'empty.ts', 'odd.ts']);
    expect(await subject.store.check()).toEqual([]);
  });

  it('lists files without trigrams, and deletes those of files that are written again or removed', async () => {
    await write({ 'a.ts': 'first text', 'b.ts': 'first text' });
    expect(await subject.store.texts.missing()).toEqual([]);
    await writeFiles(sampleFile({ path: 'a.ts' }), sampleFile({ path: 'c.ts' }));
    expect(await subject.store.texts.missing()).toEqual([await idOf('a.ts'), await idOf('c.ts')]);
    expect(await candidates(['first'])).toEqual(['b.ts']);
    const gone = await idOf('b.ts');
    await subject.store.write(batch({ removed: ['b.ts'] }));
    await subject.store.texts.write([
      { fileId: gone, text: 'first text' },
      { fileId: await idOf('c.ts'), text: 'second text' },
    ]);
    expect(await candidates(['text'])).toEqual(['c.ts']);
    await subject.store.texts.write([{ fileId: await idOf('c.ts'), text: 'third' }]);
    expect(await candidates(['text'])).toEqual([]);
    expect(await candidates(['third'])).toEqual(['c.ts']);
    await subject.store.clear();
    await write({ 'd.ts': 'third' });
    expect(await candidates(['third'])).toEqual(['d.ts']);
  });

  it('lists files that are not UTF-8', async () => {
    const encodings = async (): Promise<unknown[]> => [...(await subject.store.texts.encodings())];
    await writeFiles(sampleFile({ path: 'a.ts' }), sampleFile({ path: 'b.ts', rest: { encoding: 'windows-1252' } }));
    expect(await encodings()).toEqual([[await idOf('b.ts'), 'windows-1252']]);
    await writeFiles(sampleFile({ path: 'b.ts' }), sampleFile({ path: 'c.ts', rest: { encoding: 'utf-16le' } }));
    expect(await encodings()).toEqual([[await idOf('c.ts'), 'utf-16le']]);
  });
}
