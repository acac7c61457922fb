#!/usr/bin/env node
/**
 * The entry of `code-scout` and `code-scout-mcp`.
 * Invariant: nothing is loaded before Node's version is checked, so this file has no static import and no syntax newer than Node 12's.
 */
const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `Error: Code Scout needs Node 22.18 or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
      'Install a newer Node from https://nodejs.org, or run Code Scout with it: /path/to/newer/node /path/to/code-scout/dist/bin.js\n',
  );
  process.exitCode = 2;
} else {
  // `begin` never rejects.
  void import('./begin.ts').then(({ begin }) => begin(process.argv.slice(2)));
}
