/** The manifests that a release fills from packaging/, and its notes. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillTemplate, releaseNotes } from './release-manifests.ts';
import { at } from './repository.ts';

const endings = ['darwin-arm64.tar.gz', 'darwin-x64.tar.gz', 'linux-arm64.tar.gz', 'linux-x64.tar.gz', 'win32-x64.zip'];
const release = {
  version: '1.2.3',
  repository: 'https://example.org/code-scout',
  digests: new Map(endings.map((ending, index) => [ending, `${index}f`.repeat(32)])),
};
const templates = ['homebrew', 'winget'].flatMap((folder) =>
  readdirSync(at('packaging', folder)).map((name) => join(folder, name)),
);

describe('fillTemplate', () => {
  it.each(templates)('%s is filled by the files of a release, and names only those', (path) => {
    const filled = fillTemplate(readFileSync(at('packaging', path), 'utf8'), release);
    expect(filled).toContain('1.2.3');
    expect(filled).not.toMatch(/\{\{|\}\}/);
    for (const [, name = ''] of filled.matchAll(/\/(code-scout-[^/"'\s]+)["']?$/gm))
      expect(endings.map((ending) => `code-scout-1.2.3-${ending}`)).toContain(name);
  });

  it('pairs each archive of the formula with its own digest', () => {
    const formula = fillTemplate(readFileSync(at('packaging', 'homebrew', 'code-scout.rb'), 'utf8'), release);
    const pairs = [...formula.matchAll(/url ".*code-scout-1\.2\.3-(.+)"\n\s+sha256 "(\w+)"/g)];
    expect(pairs.map(([, ending, digest]) => [ending, digest])).toEqual(
      endings.filter((ending) => ending.endsWith('.gz')).map((ending) => [ending, release.digests.get(ending)]),
    );
  });

  it('stops at a place that the release cannot fill', () => {
    expect(() => fillTemplate('{{sha256 plan9-x64.zip}}', release)).toThrow('plan9-x64.zip');
    expect(() => fillTemplate('{{owner}}', release)).toThrow('{{owner}}');
    expect(fillTemplate('{{SHA256 win32-x64.zip}}', release)).toBe('4F'.repeat(32));
  });
});

describe('releaseNotes', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n- next\n\n## [1.2.3] - 2026-12-01\n\n### Added\n\n- this\n\n## [1.2.2]\n\n- old\n';

  it('is the section of the version alone', () => {
    expect(releaseNotes(changelog, '1.2.3')).toBe('### Added\n\n- this\n');
  });

  it('stops where the section was not closed before the tag', () => {
    expect(() => releaseNotes(changelog, '1.2.4')).toThrow('## [1.2.4]');
  });
});
