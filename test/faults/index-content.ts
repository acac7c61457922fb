/**
 * The content of an index as lines that do not depend on how the index was made: no row ids, no times of runs. Two
 * indexes of the same tree must give the same lines.
 */
import { hash } from 'node:crypto';
import { readSource } from '../../src/source/read/read-source.ts';
import { unpackLinks } from '../../src/store/packed/packed-links.ts';
import { openStore } from '../../src/store/registry.ts';
import { tagFields, type FileRecord, type Store } from '../../src/store/store.ts';
import { computedInterfaces } from '../graph/computed-interfaces.ts';

const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

function digest(value: Uint8Array | string): string {
  return hash('sha1', value, 'base64').slice(0, 12);
}

async function fileLines(store: Store, files: readonly FileRecord[]): Promise<string[]> {
  const ids = files.map(({ id }) => id);
  const [definitions, imports, references, summary] = [
    await store.definitions(ids),
    await store.imports(ids),
    await store.references(ids),
    await store.summaries(ids),
  ];
  const [chunks, words, issues] = [await store.chunks(ids), await store.chunkWords(ids), await store.issues(ids)];
  return files.map(({ id, verifiedAtMs: _verified, indexedAtMs: _indexed, rawPath, ...row }) => {
    const parts: unknown[] = [row, rawPath === null ? null : digest(rawPath)];
    for (const values of [definitions, imports, issues]) parts.push(digest(JSON.stringify(values.get(id) ?? [])));
    for (const blobs of [references, summary, chunks, words]) parts.push(digest(blobs.get(id) ?? new Uint8Array(0)));
    return `file ${JSON.stringify(parts)}`;
  });
}

async function termLines(store: Store): Promise<string[]> {
  const terms = await store.termsWithPrefix('', Number.MAX_SAFE_INTEGER);
  const { documents, postings } = await store.postings(terms);
  const lines = postings.map(({ term, rows, counts }) => {
    const found = [...rows].map((row, at) => {
      return `${documents.paths[row]} ${counts.subarray(at * tagFields.length, (at + 1) * tagFields.length).join()}`;
    });
    return `term ${JSON.stringify(term)} ${digest(found.sort().join('\n'))}`;
  });
  const fields = documents.paths.map((path, row) => {
    const lengths = documents.fieldLengths.subarray(row * tagFields.length, (row + 1) * tagFields.length);
    return `fields ${path} ${documents.traits[row]} ${lengths.join()}`;
  });
  const pathOf = new Map([...documents.ids].map((id, row) => [id, documents.paths[row]]));
  const names = await store.definitionNames();
  const named = [...(await store.definitionsNamed(names))].map(([name, places]) => {
    return `name ${JSON.stringify([name, places.map(({ fileId, index }) => `${pathOf.get(fileId)} ${index}`)])}`;
  });
  return [...lines, ...fields, ...named];
}

async function linkLines(store: Store): Promise<string[]> {
  const paths = new Map((await store.linkPlaces()).map(({ id, path }) => [id, path]));
  const ids = [...paths.keys()];
  const lines: string[] = [];
  for (const { from, to, data } of await store.linksFrom(ids)) {
    for (const link of unpackLinks(data))
      lines.push(`link ${paths.get(from)} > ${paths.get(to)} ${JSON.stringify(link)}`);
  }
  for (const { from, to } of await store.linksInto(ids)) lines.push(`link ${paths.get(to)} < ${paths.get(from)}`);
  for (const [id, sites] of await store.unresolvedPlaces(ids)) {
    lines.push(`open ${paths.get(id)} ${JSON.stringify(sites.map((site) => JSON.stringify(site)).sort())}`);
  }
  // Units are left out: a unit that stands for a folder may remain after its last file.
  for (const { path, header, interface: shape, resolution } of await computedInterfaces(store))
    lines.push(`linked ${path} ${JSON.stringify([header, shape, resolution])}`);
  return lines;
}

async function vectorLines(store: Store, files: readonly FileRecord[]): Promise<string[]> {
  const lines: string[] = [];
  const pathOf = new Map(files.map(({ id, path }) => [id, path]));
  for (const embedder of (await store.state()).embedders) {
    const { fileIds } = await store.vectors.filesSince(embedder, -1);
    const vectors = await store.vectors.read(embedder, fileIds);
    for (const [id, data] of vectors) lines.push(`vectors ${embedder} ${pathOf.get(id)} ${digest(data)}`);
  }
  return lines;
}

/** Sorted. */
export async function indexContent(store: Store): Promise<string[]> {
  const { files } = await store.listFiles(everything);
  const { generation: _generation, indexBytes: _bytes, lastIndexedMs, ...counts } = await store.statistics();
  const { leftOut } = await store.leftOut(everything);
  const lines = [
    `counts ${JSON.stringify(counts)} ${lastIndexedMs === null ? 'never completed' : 'completed'}`,
    ...leftOut.map((entry) => `skipped ${JSON.stringify([entry.path, entry.reason, entry.detail])}`),
    ...(await fileLines(store, files)),
    ...(await termLines(store)),
    ...(await linkLines(store)),
    ...(await vectorLines(store, files)),
  ];
  return lines.sort();
}

/** The lines that only one of the two indexes has, as messages; empty when both are equal. */
export function differences(found: readonly string[], expected: readonly string[]): string[] {
  const [have, want] = [new Set(found), new Set(expected)];
  return [
    ...found.filter((line) => !want.has(line)).map((line) => `+ ${line}`),
    ...expected.filter((line) => !have.has(line)).map((line) => `- ${line}`),
  ];
}

/** For each file with trigrams: a piece of its text must find it. Gives the paths of files that are not found. */
export async function lostTexts(store: Store, root: string): Promise<string[]> {
  const missing = new Set(await store.texts.missing());
  const { files } = await store.listFiles(everything);
  const lost: string[] = [];
  for (const file of files) {
    if (missing.has(file.id)) continue;
    const { text, hash: now } = readSource(root, file, { maxFileSize: 1_000_000, ignorePatterns: [] });
    if (text === null || text.length < 20 || now !== file.hash) continue;
    const piece = text.slice(text.length >> 1, (text.length >> 1) + 9);
    if (![...(await store.texts.candidates([[piece]]))].includes(file.id)) lost.push(file.path);
  }
  return lost;
}

/** Opens the index as the next process would, and closes it in any case. */
export async function withStore<T>(path: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ file: path });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
