/**
 * `npm run audit`: known vulnerabilities of the packages in package-lock.json, as npm's registry tells them. The exit
 * code is 1 where a package that we publish has one: those of the bill of materials, bundled ones too, which
 * `npm audit --omit=dev` would pass over. Others are printed. A registry that does not serve advisories is no failure;
 * it says so then. `dist/` must be built.
 */
import { readFileSync } from 'node:fs';
import type { BillOfMaterials } from './lib/bill-of-materials.ts';
import { judgeAudit } from './lib/audit.ts';
import { at, start } from './lib/repository.ts';

const { components } = JSON.parse(readFileSync(at('dist', 'sbom.cdx.json'), 'utf8')) as BillOfMaterials;
const { stdout } = await start('npm', ['audit', '--json']);
const { lines, fails } = judgeAudit(stdout, new Set(components.map(({ name }) => name)));
console.log(lines.join('\n'));
process.exitCode = fails ? 1 : 0;
