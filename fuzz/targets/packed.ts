/** Contents of the index as bytes. The contract: a `RangeError`, or content; bounded time and memory for either. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAnalyser } from '../../src/engine/indexing/analyser.ts';
import { unpackChunkWords } from '../../src/store/packed/packed-chunk-words.ts';
import { unpackChunks } from '../../src/store/packed/packed-chunks.ts';
import { unpackDefinitions, unpackOutline } from '../../src/store/packed/packed-definitions.ts';
import { unpackImports } from '../../src/store/packed/packed-imports.ts';
import {
  linkColumns,
  linkSums,
  packLinks,
  packUnresolvedSites,
  unpackLinks,
  unpackUnresolvedSites,
} from '../../src/store/packed/packed-links.ts';
import { packPreciseAnswers, unpackPreciseAnswers } from '../../src/store/packed/packed-precise-links.ts';
import { unpackReferences } from '../../src/store/packed/packed-references.ts';
import {
  unpackSummary,
  unpackSummaryFront,
  unpackSummaryPositions,
  unpackSummaryStrings,
} from '../../src/store/packed/packed-summary.ts';
import { packVectors, unpackVectors } from '../../src/store/packed/packed-vectors.ts';
import { outlineBytes } from '../../src/store/packed/packed-definitions.ts';
import { frameContent, zstdFrame } from '../../src/util/bytes/zstd.ts';
import type { Input, Target } from '../lib/target.ts';
import { refusing } from './allowed.ts';

/** Readers by the name of the seed. */
const readers: Readonly<Record<string, readonly ((bytes: Uint8Array) => unknown)[]>> = {
  definitions: [unpackDefinitions],
  outline: [unpackOutline],
  imports: [unpackImports],
  references: [unpackReferences],
  chunks: [unpackChunks],
  chunkWords: [unpackChunkWords],
  summary: [unpackSummary, unpackSummaryFront, unpackSummaryStrings, unpackSummaryPositions],
  links: [unpackLinks, linkSums, (bytes) => linkColumns([bytes])],
  sites: [(bytes) => unpackUnresolvedSites('name', bytes)],
  precise: [unpackPreciseAnswers],
  vectors: [unpackVectors],
  zstd: [frameContent],
};

const samples = join(import.meta.dirname, '../../src/languages');

async function seeds(): Promise<Input[]> {
  const analyser = createAnalyser({
    root: '/',
    maxFileSize: 1024 ** 2,
    ignorePatterns: [],
    extensions: [],
    disabled: [],
  });
  const found: Input[] = [];
  for (const folder of ['typescript', 'python', 'bash']) {
    for (const name of readdirSync(join(samples, folder, 'sample'))) {
      const text = readFileSync(join(samples, folder, 'sample', name), 'utf8');
      const outcome = await analyser.analyse({ path: name, rawPath: null, knownHash: null, text });
      if (outcome.kind !== 'indexed') continue;
      const { definitions, imports, references, chunks, chunkWords, summary } = outcome.file;
      const parts = {
        definitions,
        outline: outlineBytes(definitions),
        imports,
        references,
        chunks,
        chunkWords,
        summary,
      };
      for (const [part, bytes] of Object.entries(parts))
        if (bytes !== null && bytes.length > 0) found.push({ name: part, bytes: Uint8Array.from(bytes) });
      found.push({ name: 'zstd', bytes: zstdFrame(Buffer.from(text)) });
    }
  }
  const link = { target: 7, kind: 'call', resolution: 'exact', line: 3, column: 4, container: 1 } as const;
  const links = [link, { ...link, line: 9 }, { ...link, target: 300, line: 70_000 }] as unknown as Parameters<
    typeof packLinks
  >[0];
  const sites = [{ line: 2, column: 3, container: 0, kind: 'call', reason: 'unknown' }] as unknown as Parameters<
    typeof packUnresolvedSites
  >[0];
  const answers = { whole: true, links: [], external: [] } as unknown as Parameters<typeof packPreciseAnswers>[0];
  const vector: Parameters<typeof packVectors>[0][number] = { scale: 0.5, vector: Int8Array.of(1, -2, 3, 4) };
  return [
    ...found,
    { name: 'links', bytes: packLinks(links) },
    { name: 'sites', bytes: packUnresolvedSites(sites) },
    { name: 'precise', bytes: packPreciseAnswers(answers) },
    { name: 'vectors', bytes: packVectors([vector, vector], 4) },
  ];
}

export const packed: Target = {
  seeds,
  form: 'bytes',
  largest: 50_000,
  open: () =>
    Promise.resolve({
      run: ({ name, bytes }) => {
        for (const read of readers[name] ?? []) refusing(() => read(bytes));
      },
    }),
};
