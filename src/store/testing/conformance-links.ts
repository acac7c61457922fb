/** The part of the conformance suite about links. */
import { expect, it } from 'vitest';
import type { Link, UnresolvedSite } from '../../model/link.ts';
import type { FileLinks, LinkedFile, PreciseLinks } from '../link-store.ts';
import { packLinks, packUnresolvedSites, unpackLinks } from '../packed/packed-links.ts';
import { packPreciseAnswers } from '../packed/packed-precise-links.ts';
import { sampleFile } from './conformance-samples.ts';
import { subject, writeFiles } from './conformance-subject.ts';

function link(target: number, line: number, rest: Partial<Link> = {}): Link {
  return { target, kind: 'call', resolution: 'scope', line, column: 1, container: -1, ...rest };
}

function row(id: number, path: string, rest: Partial<LinkedFile> = {}): LinkedFile {
  const header = { unit: '', globals: [], extensions: [] };
  return { id, path, fileId: 1, language: 'typescript', header, interface: 'i', resolution: 'r', reads: [], ...rest };
}

function content(links: [number, Link[]][], unresolved: [string, UnresolvedSite[]][] = []): FileLinks {
  return {
    links: new Map(links.map(([to, list]) => [to, packLinks(list)])),
    unresolved: new Map(unresolved.map(([name, sites]) => [name, packUnresolvedSites(sites)])),
  };
}

const siteAt = (name: string, line: number): UnresolvedSite => ({ name, kind: 'read', line, column: 3, container: 0 });

async function idsOf(...paths: string[]): Promise<number[]> {
  const ids = await subject.store.linkIds(paths);
  return paths.map((path) => ids.get(path)!);
}

export function describeLinks(): void {
  it('gives each path one id, for as long as it is linked', async () => {
    const [a, b] = await idsOf('a', 'odd\npath');
    expect(a).not.toBe(b);
    expect(await idsOf('odd\npath', 'a')).toEqual([b, a]);
    const [c, secondId] = await idsOf('c', 'a', 'd');
    expect(secondId).toBe(a);
    expect([a, b]).not.toContain(c);
    await subject.store.writeLinks({ files: [], removed: [a!] });
    const [newId] = await idsOf('a');
    expect([a, b]).not.toContain(newId);
  });

  it('reports precise links that cannot be read, by their file', async () => {
    const precise = (path: string, data: Uint8Array): PreciseLinks => ({ path, source: 's', hash: 'h', data });
    const whole = packPreciseAnswers({ whole: true, links: [], external: [] });
    const files = [precise('a', whole), precise('b', Uint8Array.of(200))];
    await subject.store.writePreciseLinks({ files, removed: [] });
    const problems = (await subject.store.check()).map(({ what }) => what);
    expect(problems).toEqual([expect.stringMatching(/^The precise links of b cannot be read: /)]);
  });

  it('changes the link generation with each write of links, and with no other write', async () => {
    const generation = (): Promise<string | null> => subject.store.getMeta('linkGeneration');
    const generations: (string | null)[] = [await generation()];
    const [a] = await idsOf('a');
    await subject.store.writeLinks({ files: [{ ...row(a!, 'a'), content: null }], removed: [] });
    generations.push(await generation());
    // The file's links then have to be made again.
    await subject.store.writePreciseLinks({ files: [], removed: [{ path: 'a', source: 's' }] });
    generations.push(await generation());
    await subject.store.writeLinks({ files: [], removed: [a!] });
    generations.push(await generation());
    expect(new Set(generations).size).toBe(4);
    await subject.store.write({ files: [], touched: [], removed: ['a'] });
    expect(await generation()).toBe(generations.at(-1));
  });

  it('returns the rows of linked files, ordered by path', async () => {
    const [b, a, unit] = await idsOf('b.ts', 'a.ts', '//go:pkg');
    const header = { unit: 'go:pkg', globals: ['__proto__', 'é'], extensions: ['T'] };
    const rows = [
      row(a!, 'a.ts', { header, reads: [1, 2, 900] }),
      row(b!, 'b.ts', { fileId: 7, language: 'go', resolution: 'x\ny' }),
      row(unit!, '//go:pkg', { fileId: 0 }),
    ];
    await subject.store.writeLinks({ files: rows.map((file) => ({ ...file, content: null })), removed: [] });
    expect(await subject.store.linkedFiles()).toEqual([rows[2], rows[0], rows[1]]);
    expect((await subject.store.linkPlaces()).map(({ path }) => path).sort()).toEqual(['a.ts', 'b.ts']);
  });

  it('gives the resolution of linked files by path', async () => {
    const [a, b] = (await idsOf('a', 'b/c')) as [number, number];
    const rows = [row(a, 'a', { resolution: 'x\n\ny' }), row(b, 'b/c', { resolution: 'b/d\nelsewhere/e' })];
    await subject.store.writeLinks({ files: rows.map((file) => ({ ...file, content: null })), removed: [] });
    const found = await subject.store.resolutions(['b/c', 'none', 'a']);
    expect(new Map([...found].toSorted())).toEqual(
      new Map([
        ['a', 'x\n\ny'],
        ['b/c', 'b/d\nelsewhere/e'],
      ]),
    );
  });

  it('replaces the interface of a file only if it has not changed meanwhile', async () => {
    const [a, b] = (await idsOf('a', 'odd\npath')) as [number, number];
    const rows = [row(a, 'a', { language: 'go' }), row(b, 'odd\npath')];
    await subject.store.writeLinks({ files: rows.map((file) => ({ ...file, content: null })), removed: [] });
    const generation = await subject.store.getMeta('linkGeneration');
    await subject.store.writeInterfaces([
      { path: 'a', before: 'i', now: 'j' },
      { path: 'odd\npath', before: 'other', now: 'j' },
      { path: 'none', before: 'i', now: 'j' },
    ]);
    const found = await subject.store.interfaces(['odd\npath', 'none', 'a']);
    expect(found.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { path: 'a', language: 'go', interface: 'j' },
      { path: 'odd\npath', language: 'typescript', interface: 'i' },
    ]);
    expect(await subject.store.linkedFiles()).toEqual([{ ...rows[0], interface: 'j' }, rows[1]]);
    expect(await subject.store.getMeta('linkGeneration')).toBe(generation);
  });

  it('identifies the set of linked paths', async () => {
    const seen = new Set([(await subject.store.state()).linkExtent]);
    const [a] = (await idsOf('a', 'b')) as [number, number];
    seen.add((await subject.store.state()).linkExtent);
    await subject.store.writeLinks({ files: [{ ...row(a, 'a'), content: content([]) }], removed: [] });
    expect(seen).toContain((await subject.store.state()).linkExtent);
    await subject.store.writeLinks({ files: [], removed: [a] });
    seen.add((await subject.store.state()).linkExtent);
    await idsOf('a');
    seen.add((await subject.store.state()).linkExtent);
    expect(seen.size).toBe(4);
  });

  it('finds links from both ends, and deletes those of a file that is written again', async () => {
    const [a, b, c] = (await idsOf('a', 'b', 'c')) as [number, number, number];
    const write = async (id: number, path: string, links: [number, Link[]][]): Promise<void> =>
      subject.store.writeLinks({ files: [{ ...row(id, path), content: content(links) }], removed: [] });
    await write(a, 'a', [
      [b, [link(9, 4), link(9, 2), link(3, 1)]],
      [c, [link(1, 1)]],
    ]);
    await write(b, 'b', [[c, [link(1, 5, { container: 2, resolution: 'type', kind: 'overrides' })]]]);
    const into = await subject.store.linksInto([c, b]);
    expect(into.map(({ from, to }) => [from, to])).toEqual([
      [a, c],
      [b, c],
      [a, b],
    ]);
    expect(unpackLinks(into[2]!.data)).toEqual([link(3, 1), link(9, 2), link(9, 4)]);
    expect(unpackLinks(into[2]!.data, new Set([9]))).toEqual([link(9, 2), link(9, 4)]);
    expect((await subject.store.linksFrom([a])).map(({ to }) => to)).toEqual([b, c]);
    expect([...(await subject.store.linkDegrees(['c', 'b', 'a', 'gone']))].sort()).toEqual([
      ['b', 1],
      ['c', 2],
    ]);
    expect((await subject.store.overridesFrom([a, b, 12_345])).map(({ from, to }) => [from, to])).toEqual([[b, c]]);
    await write(a, 'a', [[c, [link(1, 8)]]]);
    expect(await subject.store.linksInto([b])).toEqual([]);
    expect(
      (await subject.store.linksInto([c])).flatMap(({ data }) => unpackLinks(data).map(({ line }) => line)),
    ).toEqual([8, 5]);
    const degrees = async (): Promise<unknown> => [...(await subject.store.linkDegrees(['a', 'b', 'c']))];
    expect(await degrees()).toEqual([['c', 2]]);
    await subject.store.writeLinks({ files: [], removed: [b] });
    expect((await subject.store.linksInto([c])).map(({ from }) => from)).toEqual([a]);
    expect(await degrees()).toEqual([['c', 1]]);
    expect(await subject.store.check()).toEqual([]);
  });

  it('finds unresolved sites by name', async () => {
    const [a, b] = (await idsOf('a', 'b')) as [number, number];
    const unresolved: [string, UnresolvedSite[]][] = [
      ['constructor', [siteAt('constructor', 3), siteAt('constructor', 1)]],
      ['é', [siteAt('é', 2)]],
    ];
    await subject.store.writeLinks({
      files: [
        { ...row(b, 'b'), content: content([], unresolved.slice(0, 1)) },
        { ...row(a, 'a'), content: content([], unresolved) },
      ],
      removed: [],
    });
    const found = await subject.store.unresolvedSites(['é', 'none', 'constructor']);
    expect(found.map(({ name, file, sites }) => [name, file, sites.map(({ line }) => line)])).toEqual([
      ['é', a, [2]],
      ['constructor', a, [1, 3]],
      ['constructor', b, [1, 3]],
    ]);
    expect(await subject.store.unresolvedNames(['é', 'none', '__proto__', 'constructor'])).toEqual([
      'é',
      'constructor',
    ]);
    const places = await subject.store.unresolvedPlaces([a, 12345, b]);
    const linesOf = (id: number): number[] | undefined => places.get(id)?.map(({ line }) => line);
    expect([[...places.keys()], linesOf(a)?.sort(), linesOf(b)]).toEqual([
      [a, b],
      [1, 2, 3],
      [1, 3],
    ]);
    await subject.store.writeLinks({ files: [{ ...row(a, 'a'), content: content([]) }], removed: [] });
    expect((await subject.store.unresolvedSites(['é', 'constructor'])).map(({ file }) => file)).toEqual([b]);
    expect([...(await subject.store.unresolvedPlaces([a, b])).keys()]).toEqual([b]);
  });

  it('stores summaries with their files', async () => {
    await writeFiles(sampleFile({ path: 'a', rest: { summary: Uint8Array.of(1, 2, 3) } }), sampleFile({ path: 'b' }));
    const { ids } = (await subject.store.state()).documents;
    const summary = await subject.store.summaries([...ids, 99_999]);
    expect([...summary]).toEqual([[ids[0], Uint8Array.of(1, 2, 3)]]);
    if (!subject.store.isLocal) return;
    expect([...ids, 99_999].map((id) => subject.store.summaryNow(id))).toEqual([Uint8Array.of(1, 2, 3), null, null]);
  });

  it('stores precise links by file and source, and marks those files for linking again', async () => {
    const precise = (path: string, source: string, hash: string): PreciseLinks => {
      const links = [{ path: 'b', target: 3, kind: 'call', line: 2, column: 1 } as const];
      return { path, source, hash, data: packPreciseAnswers({ whole: true, links, external: [] }) };
    };
    const [a, b] = (await idsOf('a', 'b')) as [number, number];
    await subject.store.writeLinks({
      files: [row(a, 'a'), row(b, 'b')].map((file) => ({ ...file, content: null })),
      removed: [],
    });
    const files = [precise('c', 'one', 'x'), precise('a', 'one', 'x'), precise('a', 'odd\nname', 'y')];
    await subject.store.writePreciseLinks({ files, removed: [] });
    expect((await subject.store.linkedFiles()).map(({ path, fileId }) => [path, fileId])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
    expect(await subject.store.preciseLinks(['c', 'none', 'a'])).toEqual(files);
    // A source that is written again comes last.
    await subject.store.writePreciseLinks({
      files: [precise('a', 'one', 'z')],
      removed: [{ path: 'c', source: 'one' }],
    });
    expect(await subject.store.preciseFiles()).toEqual([
      { path: 'a', source: 'odd\nname', hash: 'y' },
      { path: 'a', source: 'one', hash: 'z' },
    ]);
    expect(await subject.store.check()).toEqual([]);
    await subject.store.clear();
    expect(await subject.store.preciseFiles()).toEqual([]);
  });

  it('is empty after it was cleared', async () => {
    const [a] = (await idsOf('a')) as [number];
    await subject.store.writeLinks({
      files: [{ ...row(a, 'a'), content: content([[a, [link(1, 1)]]], [['x', [siteAt('x', 1)]]]) }],
      removed: [],
    });
    await subject.store.clear();
    expect(await subject.store.linkedFiles()).toEqual([]);
    expect(await subject.store.linksInto([a])).toEqual([]);
    expect(await subject.store.unresolvedSites(['x'])).toEqual([]);
  });
}
