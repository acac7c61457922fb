/** Files for registries, editors and releases agree with the package and with each other. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentTypes, vsixManifest, type ExtensionManifest } from '../../scripts/lib/vsix.ts';
import { languages } from '../../src/languages/registry.ts';
import { readSettings } from '../../src/lsp/settings.ts';
import { tools } from '../../src/tools/registry.ts';

const repository = join(import.meta.dirname, '..', '..');
const text = (...path: string[]): string => readFileSync(join(repository, ...path), 'utf8');
const json = (...path: string[]): Record<string, unknown> => JSON.parse(text(...path)) as Record<string, unknown>;

interface Manifest {
  name: string;
  version: string;
  mcpName: string;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  engines: { node: string };
}
const manifest = json('package.json') as unknown as Manifest;

describe('server.json', () => {
  const server = json('server.json');

  test('fits the registry’s schema of 2025-12-11, and has no unknown field', () => {
    expect(server['$schema']).toBe('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json');
    const known = ['$schema', 'name', 'title', 'description', 'version', 'packages', 'repository', 'websiteUrl'];
    expect(Object.keys(server).filter((key) => !known.includes(key))).toEqual([]);
    expect(server['name']).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(String(server['title']).length).toBeLessThanOrEqual(100);
    const { length } = String(server['description']);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(100);
  });

  test('has the same package name, version and server name as package.json', () => {
    expect(server['name']).toBe(manifest.mcpName);
    expect(server['version']).toBe(manifest.version);
    expect(server['version']).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    const [npm, ...others] = server['packages'] as Record<string, unknown>[];
    expect(others).toEqual([]);
    expect(npm).toMatchObject({
      registryType: 'npm',
      identifier: manifest.name,
      version: manifest.version,
      transport: { type: 'stdio' },
    });
    for (const argument of npm!['packageArguments'] as Record<string, unknown>[]) {
      expect(argument).toMatchObject({ type: 'named', name: expect.stringMatching(/^--[a-z]/) as string });
    }
  });
});

describe('the plugin for Claude Code', () => {
  const folder = ['plugins', 'claude-code'];
  const plugin = json(...folder, '.claude-plugin', 'plugin.json');

  test('is in the marketplace under its folder', () => {
    const marketplace = json('.claude-plugin', 'marketplace.json');
    expect(marketplace).toMatchObject({ name: 'code-scout', owner: { name: expect.any(String) as string } });
    const [entry] = marketplace['plugins'] as { name: string; source: string }[];
    expect(entry?.name).toBe(plugin['name']);
    expect(existsSync(join(repository, entry!.source, '.claude-plugin', 'plugin.json'))).toBe(true);
  });

  test('has the current version, and starts the package of that version', () => {
    expect(plugin['name']).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(plugin['version']).toBe(manifest.version);
    const servers = json(...folder, '.mcp.json')['mcpServers'];
    const args = ['-y', `${manifest.name}@${manifest.version}`];
    expect(servers).toEqual({ 'code-scout': { command: 'npx', args } });
  });

  test('has a skill that names only tools that exist', () => {
    const skill = text(...folder, 'skills', 'code-scout', 'SKILL.md');
    const [, head = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(skill) ?? [];
    expect(head).toMatch(/^name: code-scout$/m);
    const description = /^description: (.+)$/m.exec(head)?.[1] ?? '';
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThanOrEqual(1024);
    const names = new Set(tools.map(({ name }) => name));
    const mentioned = [...body.matchAll(/`([a-z][a-z_-]+)`/g)].map(([, name]) => name!);
    expect(mentioned.length).toBeGreaterThan(10);
    expect(mentioned.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('the language server’s plugin for Claude Code', () => {
  const folder = ['plugins', 'claude-code-lsp'];

  test('is in the marketplace, has the current version and starts the package of that version', () => {
    const plugin = json(...folder, '.claude-plugin', 'plugin.json');
    const entries = json('.claude-plugin', 'marketplace.json')['plugins'] as { name: string; source: string }[];
    expect(entries.map(({ name, source }) => [name, source])).toContainEqual([plugin['name'], `./${folder.join('/')}`]);
    expect(plugin['version']).toBe(manifest.version);
    const args = ['-y', `${manifest.name}@${manifest.version}`, 'lsp'];
    expect(json(...folder, '.lsp.json')).toMatchObject({ 'code-scout': { command: 'npx', args } });
  });

  test('gives each ending a language that is linked', () => {
    const { extensionToLanguage } = json(...folder, '.lsp.json')['code-scout'] as {
      extensionToLanguage: Record<string, string>;
    };
    const linked = new Map(
      languages.filter(({ isLinked }) => isLinked).flatMap(({ id, extensions }) => extensions.map((one) => [one, id])),
    );
    expect(Object.keys(extensionToLanguage).length).toBeGreaterThan(30);
    for (const ending of Object.keys(extensionToLanguage)) expect(linked.has(ending), ending).toBe(true);
  });
});

describe('the extension for VS Code', () => {
  const extension = json('editors', 'vscode', 'package.json') as unknown as ExtensionManifest & {
    contributes: { configuration: { properties: Record<string, { scope: string; default: Record<string, unknown> }> } };
  };
  const { properties } = extension.contributes.configuration;

  test('has the current version, and a setting for a program that no workspace can make', () => {
    expect(extension.version).toBe(manifest.version);
    expect(properties['codeScout.path']!.scope).toBe('machine');
  });

  test('names only requests in its settings that the server knows', () => {
    const { problems } = readSettings({ features: properties['codeScout.features']!.default });
    expect(problems).toEqual([]);
  });

  test('becomes an archive whose manifest and content types are well-formed', () => {
    const xml = vsixManifest({ ...extension, displayName: 'A & <B>' }, 'linux-x64');
    expect(xml).toContain('<DisplayName>A &amp; &lt;B&gt;</DisplayName>');
    expect(xml).toContain('TargetPlatform="linux-x64"');
    expect(xml).toContain(`Value="${extension.engines.vscode}"`);
    const types = contentTypes(join(repository, 'editors', 'vscode'));
    for (const ending of ['.json', '.md', '.mts', '.vsixmanifest']) expect(types).toContain(`Extension="${ending}"`);
  });
});

describe('the package', () => {
  test('and its dependencies run no script when they are installed', () => {
    const hooks = ['preinstall', 'install', 'postinstall'];
    const seen = new Set<string>();
    const visit = (name: string): void => {
      const file = join(repository, 'node_modules', name, 'package.json');
      if (seen.has(name) || !existsSync(file)) return;
      seen.add(name);
      const {
        scripts = {},
        dependencies = {},
        optionalDependencies = {},
      } = JSON.parse(readFileSync(file, 'utf8')) as {
        scripts?: Record<string, string>;
        dependencies?: Record<string, string>;
        optionalDependencies?: Record<string, string>;
      };
      expect(
        hooks.filter((hook) => hook in scripts),
        name,
      ).toEqual([]);
      for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) visit(one);
    };
    for (const name of Object.keys(manifest.dependencies)) visit(name);
    expect(seen.size).toBeGreaterThan(4);
    expect(hooks.filter((hook) => hook in manifest.scripts)).toEqual([]);
  });
});

describe('workflows and the image', () => {
  const workflows = readdirSync(join(repository, '.github', 'workflows'));

  test.each(workflows)('%s runs only scripts that exist, with no more permissions than it needs', (name) => {
    const workflow = text('.github', 'workflows', name);
    expect(workflow).not.toContain('\t');
    const scripts = [...workflow.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
    expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m);
    for (const [, action] of workflow.matchAll(/uses: (\S+)/g)) expect(action).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
  });

  test('the release publishes the tarball that was built twice, with provenance and no script, after the checks', () => {
    const release = text('.github', 'workflows', 'release.yml');
    for (const job of ['package', 'files']) expect(release).toContain(`  ${job}:\n    needs: check\n`);
    expect(release).toMatch(/ {2}npm:\n {4}needs: \[package, files\]/);
    expect(release).toContain('npm run pack:twice -- --out out');
    expect(release).toMatch(/npm publish \S+\.tgz --provenance .*--ignore-scripts/);
    expect(release.match(/npm publish/g)).toHaveLength(1);
    expect(text('.github', 'workflows', 'ci.yml')).not.toContain('npm publish');
  });

  test('the release signs its checksums and the bill of materials, and keeps no secret but that of an image', () => {
    const release = text('.github', 'workflows', 'release.yml');
    expect(release).toContain('subject-checksums: files/SHA256SUMS');
    expect(release).toContain('sbom-path: files/code-scout-mcp.cdx.json');
    // Signing needs both; no other job has the second.
    expect(release.match(/id-token: write\n {6}attestations: write/g)).toHaveLength(1);
    expect(release.match(/attestations: write/g)).toHaveLength(1);
    expect([...release.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name)).toEqual(['IMAGE_TOKEN']);
  });

  test('the image runs as an unprivileged user, on a Node that the package accepts', () => {
    const dockerfile = text('Dockerfile');
    const bases = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => Number(major));
    expect(bases).toHaveLength(2);
    const least = Number(/\d+/.exec(manifest.engines.node)?.[0]);
    for (const major of bases) expect(major).toBeGreaterThan(least);
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).toContain('"/app/dist/bin.js"');
    expect(text('.dockerignore')).toMatch(/^node_modules$/m);
  });
});
