/** The gems that a project declares and needs: its gemspecs and Gemfiles, read as text. */
import {
  factsOf,
  inFolder,
  manifestsOf,
  type Ecosystem,
  type PackageProject,
  type RequiredPackage,
} from '../ecosystem.ts';

const gemspec = /\.gemspec$/;

export const rubygems: Ecosystem = {
  id: 'rubygems',
  hasOtherModuleNames: true,
  separator: '/',
  // Constants are global: a file need not require what another has required, and Bundler may require all gems.
  isSeenWithoutImport: true,
  read: (project) =>
    factsOf(
      manifestsOf(project, (name) => gemspec.test(name) || name === 'Gemfile' || name === 'gems.rb'),
      ({ path: manifest, folder: root, text }) => {
        const file = manifest.slice(manifest.lastIndexOf('/') + 1);
        const name = /\.name\s*=\s*["']([\w.-]{1,200})["']/.exec(text)?.[1] ?? file.replace(gemspec, '');
        return {
          provides: gemspec.test(file) ? [{ name, root, manifest, modules: featuresIn(project, root) }] : [],
          requires: requiredBy(text).map((one) => ({ ...one, root, manifest })),
        };
      },
    ),
};

/** What `require` can name in the `lib` of a gem: a file, unless it is inside of a folder beside which there is a file of its name. */
function featuresIn({ paths }: PackageProject, root: string): string[] {
  const lib = `${inFolder(root, 'lib')}/`;
  const features = new Set(
    paths.filter((path) => path.startsWith(lib) && path.endsWith('.rb')).map((path) => path.slice(lib.length, -3)),
  );
  const isInside = (feature: string): boolean => {
    for (let slash = feature.lastIndexOf('/'); slash !== -1; slash = feature.lastIndexOf('/', slash - 1))
      if (features.has(feature.slice(0, slash))) return true;
    return false;
  };
  return [...features].filter((feature) => !isInside(feature)).sort();
}

function requiredBy(text: string): Pick<RequiredPackage, 'name' | 'range'>[] {
  const calls =
    /(?:\badd_(?:runtime_|development_)?dependency|^[ \t]*gem)[ \t(]+["']([\w.-]{1,200})["']((?:\s*,\s*["'][^"'\n]{1,100}["'])*)/gm;
  return [...text.matchAll(calls)].map(([, name, ranges]) => {
    const range = [...ranges!.matchAll(/["']([^"']+)["']/g)].map(([, one]) => one).join(', ');
    return { name: name!, range: range === '' ? null : range };
  });
}
