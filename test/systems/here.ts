/** Our tests on the machine that this is, with the packed program, installed as a user would. */
import { join } from 'node:path';
import { at } from '../../scripts/lib/repository.ts';
import { hereFailures } from './known-failures.ts';
import { installPackage, runNode } from './made.ts';
import { runSuites, type Suite } from './run-suites.ts';

/** @param folder where the program is installed; it is made anew */
export async function runHere(folder: string, suites: readonly Suite[]): Promise<boolean> {
  const installed = await installPackage(folder, null);
  const entry = { TESTED_ENTRY: join(installed, 'dist', 'bin.js') };
  return runSuites(
    {
      title: `${process.platform} ${process.arch}, Node ${process.version}`,
      node: process.versions.node.split('.')[0]!,
      repository: at(),
      known: hereFailures.filter(({ platform }) => platform === process.platform),
      run: (args, { seconds, env }) => runNode(process.execPath, args, { seconds, env: { ...entry, ...env } }),
    },
    suites,
  );
}
