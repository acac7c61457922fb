import { openTree } from './graph-tree.ts';
import { openLanguages } from './graph-languages.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import { linkSite } from '../../src/graph/links/shared-links.ts';
const languages = (await openLanguages()).filter(({ accepts }) => accepts('a.c') || accepts('a.h'));
const tree = openTree(process.argv[2]!, languages);
const limit = Number(process.argv[3] ?? 48) * 1e6;
let i = startInference(tree.program);
const t1 = process.cpuUsage().user; let shrinks = 0, n = 0;
for (const file of tree.program.files) {
  for (let site = 0; site < file.siteCount; site++) { linkSite(i, file, site); n++; }
  if (tree.program.bytes > limit) { tree.program.shrink(limit * 0.6, 256e6); if (++shrinks % 12 === 0) { tree.program.dropDerived(); i = startInference(tree.program); } }
}
console.log('limit', limit / 1e6, 'sites', n, 'shrinks', shrinks, 'cpu', (process.cpuUsage().user - t1) / 1e6);
