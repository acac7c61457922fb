/**
 * `npm run pack:mcpb`: the program as an MCP bundle for this platform, `out/code-scout-VERSION-PLATFORM-ARCH.mcpb`.
 * `dist/` must be built; `--out FOLDER` writes it elsewhere.
 * The manifest has version 0.3 of the format.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programManifest, writeProgramTree } from './lib/program-tree.ts';
import { outputFolder } from './lib/output-folder.ts';
import { writeZip } from './lib/zip.ts';
import { tools } from '../src/tools/registry.ts';

function bundleManifest(): object {
  const { version, description, license, keywords, engines } = programManifest();
  return {
    manifest_version: '0.3',
    name: 'code-scout',
    display_name: 'Code Scout',
    version,
    description,
    long_description:
      'Answers questions about the code of one project from an index on this machine: search in words, by names and by text, callers, callees, impact, reading. Nothing leaves the machine, unless its user sets an embedding service. The index is kept in the folder `.code-scout` of the project.',
    author: { name: 'Code Scout contributors' },
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: 'dist/bin.js',
      mcp_config: { command: 'node', args: ['${__dirname}/dist/bin.js', '--root', '${user_config.project}'], env: {} },
    },
    tools: tools.map(({ name, title }) => ({ name, description: title })),
    compatibility: { platforms: [process.platform], runtimes: { node: engines.node } },
    user_config: {
      project: {
        type: 'directory',
        title: 'Project',
        description: 'The folder of the project to answer questions about.',
        required: true,
      },
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'mcpb-'));
try {
  const staged = join(folder, 'bundle');
  writeProgramTree(staged);
  writeFileSync(join(staged, 'manifest.json'), `${JSON.stringify(bundleManifest(), null, 2)}\n`);
  const archive = join(
    outputFolder(),
    `code-scout-${programManifest().version}-${process.platform}-${process.arch}.mcpb`,
  );
  writeZip(staged, archive);
  console.log(archive);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
