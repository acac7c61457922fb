/** The rules for packages that we use, on small lists, and what the audit's report means. */
import { describe, expect, it } from 'vitest';
import { judgeAudit } from './audit.ts';
import { billOfMaterials, readLock, type Lock } from './bill-of-materials.ts';
import { bundledPackages, forbiddenPackages, forbiddenParts, unexplainedPackages } from './dependencies.ts';

const lock: Lock = {
  '': { version: '1.0.0', license: 'MIT', dependencies: { near: '1' }, optionalDependencies: { maybe: '1' } },
  'node_modules/near': { version: '1.0.0', license: 'MIT', dependencies: { far: '2' }, integrity: 'sha512-AAEC' },
  'node_modules/near/node_modules/far': { version: '2.0.0', license: 'ISC' },
  'node_modules/far': { version: '1.0.0', license: 'MPL-2.0' },
  'node_modules/maybe': { version: '1.0.0', license: 'MIT' },
  'node_modules/@own/inside': { version: '3.0.0', license: 'MIT' },
};

describe('the bill of materials', () => {
  const bill = billOfMaterials(lock, { bundled: ['node_modules/@own/inside'], grammars: [] });
  const own = bill.components.filter(({ name }) => !name.startsWith('tree-sitter-'));

  it('names what is bundled and what is installed, found as Node finds it, and no tool', () => {
    expect(own.map(({ purl, scope, properties }) => [purl, scope, properties[0]?.value])).toEqual([
      ['pkg:npm/%40own/inside@3.0.0', 'required', 'bundled'],
      ['pkg:npm/maybe@1.0.0', 'optional', 'installed'],
      ['pkg:npm/near@1.0.0', 'required', 'installed'],
      ['pkg:npm/far@2.0.0', 'optional', 'installed'],
    ]);
  });

  it('has the digest of the lock in hexadecimal, and who depends on whom', () => {
    expect(own.find(({ name }) => name === 'near')?.hashes).toEqual([{ alg: 'SHA-512', content: '000102' }]);
    const [root, ...others] = bill.dependencies;
    expect(root?.dependsOn).toContain('pkg:npm/%40own/inside@3.0.0');
    expect(root?.dependsOn).not.toContain('pkg:npm/far@2.0.0');
    expect(others).toContainEqual({ ref: 'pkg:npm/near@1.0.0', dependsOn: ['pkg:npm/far@2.0.0'] });
  });

  it('stops at a bundled package that the lock does not have', () => {
    expect(() => billOfMaterials(lock, { bundled: ['node_modules/gone'], grammars: [] })).toThrow('node_modules/gone');
  });

  it('has the native parts of all platforms, not only of this one', () => {
    const names = billOfMaterials(readLock(), { bundled: [], grammars: [] }).components.map(({ name }) => name);
    for (const platform of ['win32-x64', 'darwin-arm64', 'linux-arm64']) {
      expect(names).toContain(`@vscode/ripgrep-${platform}`);
      expect(names.some((name) => name.startsWith(`@oxc-parser/binding-${platform}`))).toBe(true);
    }
  });
});

describe('packages', () => {
  it('have a licence of the lists; what is installed has a stricter list, and no install script', () => {
    expect(forbiddenPackages(lock)).toEqual([]);
    const worse: Lock = {
      ...lock,
      'node_modules/near/node_modules/far': { version: '2.0.0', license: 'MPL-2.0' },
      'node_modules/far': { version: '1.0.0', license: 'GPL-3.0' },
      'node_modules/maybe': { version: '1.0.0', license: 'MIT', hasInstallScript: true },
      'node_modules/@own/inside': { version: '3.0.0', hasInstallScript: true },
    };
    expect(forbiddenPackages(worse)).toEqual([
      'node_modules/near/node_modules/far: its licence is MPL-2.0',
      'node_modules/far: its licence is GPL-3.0',
      'node_modules/maybe: it has an install script',
      'node_modules/@own/inside: its licence is no licence',
    ]);
  });

  it('have a purpose', () => {
    expect(unexplainedPackages({ dependencies: { unheard: '1' } })).toContain(
      'unheard has no row in scripts/lib/dependencies.ts that says what it is for',
    );
    expect(unexplainedPackages({ devDependencies: { zod: '1' } }).join('\n')).not.toContain('zod');
  });

  it('of the bundle are those that have a row', () => {
    const part = (name: string, expression = 'MIT') => ({
      'bom-ref': name,
      type: 'library' as const,
      name,
      scope: 'required' as const,
      purl: name,
      licenses: [{ expression }],
      properties: [{ name: 'code-scout:arrives', value: 'bundled' }],
    });
    const all = Object.keys(bundledPackages).map((name) => part(name));
    expect(forbiddenParts({ components: all })).toEqual([]);
    expect(forbiddenParts({ components: [...all.slice(1), part('unheard', 'MPL-2.0')] })).toEqual([
      'unheard is bundled and has no row in scripts/lib/dependencies.ts',
      `${all[0]!.name} has a row in scripts/lib/dependencies.ts and is not bundled`,
      'unheard: its licence is MPL-2.0',
    ]);
  });
});

describe('the audit', () => {
  const published = new Set(['zod']);
  const report = (name: string): string =>
    JSON.stringify({ vulnerabilities: { [name]: { severity: 'high', via: [{ title: 'Slow', url: 'u' }, 'other'] } } });

  it('fails for what is published, bundled or installed, and tells the rest', () => {
    expect(judgeAudit(report('zod'), published)).toEqual({
      lines: ['published: zod, high: Slow (u); by other'],
      fails: true,
    });
    expect(judgeAudit(report('vite'), published)).toMatchObject({ fails: false });
    expect(judgeAudit('{"vulnerabilities":{}}', published)).toEqual({
      lines: ['no known vulnerability'],
      fails: false,
    });
  });

  it('passes where a registry serves no advisories, and says so; any other silence fails', () => {
    const refused = judgeAudit('{"message":"405 Method Not Allowed","statusCode":405}', published);
    expect(refused).toEqual({
      lines: ['not checked: this registry serves no advisories (it answers 405)'],
      fails: false,
    });
    expect(judgeAudit('{"message":"503 busy","statusCode":503}', published)).toMatchObject({ fails: true });
    expect(judgeAudit('{"message":"no such host"}', published)).toMatchObject({ fails: true });
  });
});
