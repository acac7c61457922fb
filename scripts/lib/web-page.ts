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

/** The most that the view in agents' windows may be (bytes). */
const maxApp = 400_000;

/** The view as one file: hosts load nothing beside it. */
function appPage(script: string, style: string): string {
  const page = readFileSync(at('web', 'app', 'app.html'), 'utf8');
  return page
    .replace('<!-- style -->', () => `<style>${style.replaceAll('</style', String.raw`<\/style`)}</style>`)
    .replace('<!-- script -->', () => `<script>${script.replaceAll('</script', String.raw`<\/script`)}</script>`);
}

/** Returns what the bundle is made of. */
export async function bundlePage(): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: repository,
    entryPoints: { explorer: 'web/main.tsx', app: 'web/app/main.tsx' },
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
  const outputs = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const page = ['explorer.js', 'explorer.css'];
  for (const name of page) writeFileSync(at('dist', 'web', name), outputs.get(name)!);
  // The page of a server, and that of a static site, which has its rules in itself.
  for (const name of ['index.html', 'site.html']) copyFileSync(at('web', name), at('dist', 'web', name));
  const compressed = [...page.map((name) => outputs.get(name)!), readFileSync(at('web', 'index.html'))]
    .map((contents) => gzipSync(contents).length)
    .reduce((sum, length) => sum + length, 0);
  if (compressed > maxCompressed)
    throw new Error(`the page is ${compressed} bytes compressed, at most ${maxCompressed}`);
  const text = (name: string): string => Buffer.from(outputs.get(name)!).toString();
  const app = appPage(text('app.js'), text('app.css'));
  if (Buffer.byteLength(app) > maxApp) throw new Error(`the view for agents is larger than ${maxApp} bytes`);
  writeFileSync(at('dist', 'web', 'app.html'), app);
  return metafile;
}
