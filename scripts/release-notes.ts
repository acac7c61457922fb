/** `node scripts/release-notes.ts`: the section of CHANGELOG.md about the version of package.json, for the release's page. */
import { readFileSync } from 'node:fs';
import { programManifest } from './lib/program-tree.ts';
import { releaseNotes } from './lib/release-manifests.ts';
import { at } from './lib/repository.ts';

process.stdout.write(releaseNotes(readFileSync(at('CHANGELOG.md'), 'utf8'), programManifest().version));
