/**
 * `npm run bench -- linking-share DIR [--write]`: what linking a tree costs beside reading it (walking, parsing, extraction, writing), and the peak
 * memory of the whole, for the built product (`npm run build` first). The tree is indexed from nothing, and then linked a second time alone, in a
 * process of its own; reading is the rest. It writes the tree's index folder, so name a copy.
 */
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { linkIndex } from '../../src/engine/indexing/linking.ts';
import { ownProcess, tuneForIndexing, tuneForLargeWork } from '../../src/runtime/v8-settings.ts';
import { openStore } from '../../src/store/registry.ts';
import { measure } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { builtEntry } from '../lib/stdio-server.ts';
import { dropIndex, indexedAmounts, indexFolder } from './scale-tree.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, once: { type: 'boolean' } },
});
if (positionals[0] === undefined) throw new Error('name the tree: npm run bench -- linking-share DIR');
const root = resolve(positionals[0]);
/** Asked for: linking costs at most this share of reading, and all takes at most this much memory (MB). */
const [mostShare, mostMb] = [0.5, 2048];

function peakMb(): number {
  return process.resourceUsage().maxRSS / 1024;
}

async function linkAgain(): Promise<void> {
  ownProcess();
  tuneForIndexing();
  tuneForLargeWork();
  const store = await openStore({ file: join(root, indexFolder, 'database.db') });
  // Without a version all files are linked again.
  await store.setMeta('linkingVersion', null);
  const before = process.cpuUsage();
  const { linked } = await linkIndex(root, store);
  const { user, system } = process.cpuUsage(before);
  await store.close();
  console.log(JSON.stringify({ linked, cpuS: (user + system) / 1e6, peakMb: peakMb() }));
}

if (values.once === true) await linkAgain();
else {
  dropIndex(root);
  const reporter = 'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))';
  const command = [process.execPath, '--import', reporter, builtEntry, '--root', root, 'index'];
  const whole = measure(['env', 'CODE_SCOUT_EMBEDDING_PROVIDER=off', ...command], root);
  const wholeMb = Number(/peak (\d+)/.exec(whole.stderr)?.[1]) / 1024;
  const again = measure([process.execPath, fileURLToPath(import.meta.url), '--once', root], root);
  const linking = JSON.parse(again.stdout) as { linked: number; cpuS: number; peakMb: number };
  const { files, bytes } = indexedAmounts(root);
  const readingS = whole.cpuS - linking.cpuS;
  const share = linking.cpuS / readingS;
  const verdict = (isMet: boolean): string => (isMet ? 'met' : 'MISSED');
  const lines = [
    `**${basename(root)}**: ${files} files of ${(bytes / 1e6).toFixed(0)} MB, ${linking.linked} of them linked.`,
    '',
    '| | measured | at most | |',
    '|---|---|---|---|',
    `| reading, CPU s | ${readingS.toFixed(1)} | | |`,
    `| linking, CPU s | ${linking.cpuS.toFixed(1)} | | |`,
    `| linking over reading | ${share.toFixed(2)} | ${mostShare} | ${verdict(share <= mostShare)} |`,
    `| peak memory of the whole, MB | ${wholeMb.toFixed(0)} | ${mostMb} | ${verdict(wholeMb <= mostMb)} |`,
    `| peak memory of linking alone, MB | ${linking.peakMb.toFixed(0)} | | |`,
  ];
  console.log(lines.join('\n'));
  if (values.write === true)
    recordResults('linking-share', 'Linking beside reading', 'npm run bench -- linking-share DIR --write', lines);
}
