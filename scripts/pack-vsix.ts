/**
 * `npm run pack:vsix`: the extension for VS Code with the program in it, for this platform, `out/code-scout-VERSION-PLATFORM-ARCH.vsix`.
 * `dist/` must be built; `--out FOLDER` writes it elsewhere.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundledFolders, thirdPartyNotices } from './lib/notices.ts';
import { outputFolder } from './lib/output-folder.ts';
import { programManifest, writeProgramTree } from './lib/program-tree.ts';
import { at, repository } from './lib/repository.ts';
import { contentTypes, vsixManifest, type ExtensionManifest } from './lib/vsix.ts';
import { writeZip } from './lib/zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'vsix-'));
try {
  const [staged, extension] = [join(folder, 'vsix'), join(folder, 'vsix', 'extension')];
  mkdirSync(extension, { recursive: true });
  const manifest = JSON.parse(readFileSync(at('editors', 'vscode', 'package.json'), 'utf8')) as ExtensionManifest;
  const { version } = programManifest();
  const platform = `${process.platform}-${process.arch}`;
  writeFileSync(join(extension, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  for (const [from, to] of [
    [at('editors', 'vscode', 'README.md'), 'readme.md'],
    [at('LICENSE'), 'LICENSE.txt'],
  ] as const)
    cpSync(from, join(extension, to));
  writeProgramTree(join(extension, 'server'));
  const { metafile } = await build({
    entryPoints: [at('editors', 'vscode', 'extension.mts')],
    outfile: join(extension, 'extension.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    absWorkingDir: repository,
    external: ['vscode'],
    metafile: true,
    logLevel: 'warning',
  });
  const head =
    'The extension contains the following software. For the server in it: see server/dist/THIRD_PARTY_NOTICES.txt.\n';
  writeFileSync(join(extension, 'THIRD_PARTY_NOTICES.txt'), thirdPartyNotices(head, bundledFolders([metafile])));
  writeFileSync(join(staged, '[Content_Types].xml'), contentTypes(staged));
  writeFileSync(join(staged, 'extension.vsixmanifest'), vsixManifest({ ...manifest, version }, platform));
  const archive = join(outputFolder(), `code-scout-${version}-${platform}.vsix`);
  writeZip(staged, archive);
  console.log(archive);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
