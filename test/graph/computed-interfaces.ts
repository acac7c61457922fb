/**
 * Computes the interfaces of linked files from the file summaries in the index, and compares them with the interfaces
 * that the index stores.
 */
import { dialectNamed } from '../../src/graph/languages/registry.ts';
import { expect } from 'vitest';
import { ProgramFile } from '../../src/graph/program/program-file.ts';
import { joinResolution, splitResolution } from '../../src/graph/links/implicit-links.ts';
import { interfaceHash, methodsHash } from '../../src/graph/incremental/interface-hash.ts';
import { parseInterface, uncomputedMethods } from '../../src/graph/incremental/named-interfaces.ts';
import type { LinkedFile } from '../../src/store/link-store.ts';
import { unpackSummary } from '../../src/store/packed/packed-summary.ts';
import type { Store } from '../../src/store/store.ts';

/** The rows of linked files with computed interfaces, without units. Throws where a stored row differs. */
export async function computedInterfaces(store: Store): Promise<LinkedFile[]> {
  const rows = (await store.linkedFiles()).filter(({ path }) => !path.startsWith('//'));
  const packed = await store.summaries(rows.map(({ fileId }) => fileId));
  return rows.map((row) => {
    const bytes = packed.get(row.fileId);
    const { hash, methods } = bytes === undefined ? { hash: '', methods: '' } : hashesOf(row, bytes);
    const { content, hash: storedHash } = parseInterface(row.interface);
    if (content !== row.fileId) expect([row.path, storedHash]).toEqual([row.path, hash]);
    const resolution = splitResolution(row.resolution);
    if (resolution.methods === uncomputedMethods) expect([row.path, content]).toEqual([row.path, row.fileId]);
    else expect([row.path, resolution.methods]).toEqual([row.path, methods]);
    return { ...row, interface: hash, resolution: joinResolution({ ...resolution, methods }) };
  });
}

function hashesOf(row: LinkedFile, bytes: Uint8Array): { hash: string; methods: string } {
  const { summary, keys } = unpackSummary(bytes);
  const { path, language } = row;
  const resolve = (): Int32Array => new Int32Array(0);
  const file = new ProgramFile(0, {
    path,
    rules: dialectNamed(language),
    load: () => summary,
    resolve,
    loaded: () => {},
  });
  return {
    hash: interfaceHash(file, () => keys),
    methods: file.rules.implementsImplicitly ? methodsHash(file, () => keys) : '',
  };
}
