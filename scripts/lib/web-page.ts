/**
 * The explorer's page: `web/` bundled into `dist/web`. By esbuild, which bundles the program as well: Vite would be a second bundler for the same job, and
 * its development server would serve the page under other rules than ours.
 * Invariant: the page is three files without a path to anything else, so that it works from a server and from a file on disk. A classic script,
 * because browsers load modules from no file on disk.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { at, repository } from './repository.ts';

/** The most that the page may be, compressed (bytes). */
const maxCompressed = 300_000;

/** Returns what the bundle is made of. */
export async function bundlePage(): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: repository,
    entryPoints: { explorer: 'web/main.tsx' },
    outdir: 'dist/web',
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome110', 'firefox110', 'safari16.4'],
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
  });
  mkdirSync(at('dist', 'web'), { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(at('dist', 'web', basename(path)), contents);
  // The page of a server, and that of a static site, which has its rules in itself.
  for (const name of ['index.html', 'site.html']) copyFileSync(at('web', name), at('dist', 'web', name));
  const compressed = [...outputFiles.map(({ contents }) => contents), readFileSync(at('web', 'index.html'))]
    .map((contents) => gzipSync(contents).length)
    .reduce((sum, length) => sum + length, 0);
  if (compressed > maxCompressed)
    throw new Error(`the page is ${compressed} bytes compressed, at most ${maxCompressed}`);
  return metafile;
}
