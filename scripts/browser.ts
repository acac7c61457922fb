/** Finds the browser that tests of the explorer need, and installs Debian's package where it is missing and that is possible. */
import { start } from './lib/repository.ts';
import { findBrowser, noBrowser } from './lib/browser.ts';
import { findProgramHere } from '../src/util/find-program.ts';

async function install(): Promise<void> {
  const find = (name: string): string | null => findProgramHere({ name, environment: process.env, root: null });
  const apt = find('apt-get');
  if (apt === null) return;
  const isRoot = process.getuid?.() === 0;
  const sudo = isRoot ? null : find('sudo');
  if (!isRoot && sudo === null) return;
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const [program = apt, ...rest] = [...(sudo === null ? [] : [sudo, '-n']), apt, ...args];
    const { code, output } = await start(program, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
    if (code !== 0) console.log(output.slice(-2000));
  }
}

if (findBrowser() === null) await install();
const found = findBrowser();
console.log(found ?? noBrowser);
process.exitCode = found === null ? 1 : 0;
