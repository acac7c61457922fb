/** One indexing run in a process of its own: `node index-once.ts ROOT DATABASE`; prints a JSON line. Used by bench/index.ts. */
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';

const [root, database] = process.argv.slice(2);
if (root === undefined || database === undefined) throw new Error('usage: index-once.ts ROOT DATABASE');
const { config } = loadConfig({ root, flags: { 'database.path': database }, env: new Map(), userConfigDir: null });
const engine = await openEngine({ root, config, indexing: 'inline' });
const report = await engine.index();
const listing = await engine.status();
await engine.close();
console.log(
  JSON.stringify({
    files: report.totalFiles,
    indexed: report.indexedFiles,
    bytes: report.bytes,
    definitions: listing.definitions,
    references: listing.references,
    indexBytes: listing.indexSize,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
