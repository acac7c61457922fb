/**
 * Finds the file that `require_relative` or `load` means, relative to the requiring file. The linker finds constants by their
 * paths, so it needs no other requires.
 */
import type { ModuleProject, ModuleResolver } from '../../language.ts';

export function createRubyResolver({ paths }: ModuleProject): ModuleResolver {
  const files = new Set(paths);
  return {
    configPaths: [],
    resolve(from, specifier) {
      const segments = from.split('/').slice(0, -1);
      for (const segment of specifier.split('/')) {
        if (segment === '' || segment === '.') continue;
        if (segment !== '..') segments.push(segment);
        else if (segments.pop() === undefined) return null;
      }
      const path = segments.join('/');
      return files.has(`${path}.rb`) ? `${path}.rb` : files.has(path) ? path : null;
    },
  };
}
