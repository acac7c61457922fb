/**
 * `node scripts/fill-manifests.ts --files FOLDER --repository URL --out FOLDER`: the manifests for Homebrew and winget
 * (packaging/) with this version and the digests of the executables' archives in a folder. A release runs it; sending
 * them to those managers is a person's decision.
 */
import { hash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { outputFolder } from './lib/output-folder.ts';
import { programManifest } from './lib/program-tree.ts';
import { fillTemplate } from './lib/release-manifests.ts';
import { at } from './lib/repository.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { files: text, repository: text, out: text } });
const { files, repository } = values;
if (files === undefined || repository === undefined) throw new Error('--files and --repository are needed');

const { version } = programManifest();
const beginning = `code-scout-${version}-`;
const archives = readdirSync(files).filter((name) => name.startsWith(beginning) && /\.(?:tar\.gz|zip)$/.test(name));
const digests = new Map(
  archives.map((name) => [name.slice(beginning.length), hash('sha256', readFileSync(join(files, name)))]),
);
const target = outputFolder();
for (const folder of ['homebrew', 'winget']) {
  for (const name of readdirSync(at('packaging', folder))) {
    const template = readFileSync(at('packaging', folder, name), 'utf8');
    writeFileSync(join(target, name), fillTemplate(template, { version, repository, digests }));
    console.log(join(target, name));
  }
}
