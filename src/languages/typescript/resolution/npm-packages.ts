/** The packages of npm that a project declares and needs: its package.json files. */
import { factsOf, manifestsOf, type Ecosystem, type RequiredPackage } from '../../ecosystem.ts';
import { readPackageManifest } from './package-manifest.ts';
import { membersOf, parseTolerantJson, stringOf } from '../../tolerant-json.ts';

/** A package that is listed several times has the range of the first. */
const lists = ['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies'];

export const npm: Ecosystem = {
  id: 'npm',
  separator: '/',
  isSeenWithoutImport: false,
  // A script shares its names with the scripts of its page, which are those of its project.
  sharesGlobals: (path) => path.endsWith('.d.ts'),
  read: (project) =>
    factsOf(
      manifestsOf(project, (name) => name === 'package.json'),
      ({ path: manifest, folder: root, text }) => {
        const name = readPackageManifest(manifest, root, text)?.name ?? null;
        return {
          provides: name === null ? [] : [{ name, root, manifest, modules: [name] }],
          requires: requiredBy(text).map((one) => ({ ...one, root, manifest })),
        };
      },
    ),
};

function requiredBy(text: string): Pick<RequiredPackage, 'name' | 'range' | 'renamed'>[] {
  const members = membersOf(parseTolerantJson(text));
  const found = new Map<string, Pick<RequiredPackage, 'name' | 'range' | 'renamed'>>();
  for (const list of lists) {
    for (const [name, value] of membersOf(members?.get(list)) ?? []) {
      if (found.has(name)) continue;
      const range = stringOf(value);
      // `"old": "npm:lodash@^3"` is lodash, under another name.
      const [, real, realRange] = /^npm:(@?[^@]+)(?:@(.*))?$/.exec(range ?? '') ?? [];
      found.set(name, real === undefined ? { name, range } : { name: real, range: realRange ?? null, renamed: name });
    }
  }
  return [...found.values()];
}
