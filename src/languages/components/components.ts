/**
 * Component files: markup, styles and scripts in one file. The scripts are read as TypeScript or JavaScript; a file without
 * scripts is read line by line.
 */
import { npm } from '../typescript/resolution/npm-packages.ts';
import type { Language } from '../language.ts';
import { classifyImport, keywords } from '../javascript/modules.ts';
import { rules, textLanguage } from '../text/text-language.ts';
import { ecmascriptModules } from '../typescript/resolution/ecmascript-modules.ts';
import { embeddedProgram } from './embedded.ts';

const byLines = textLanguage('vue', {
  name: 'Vue, Svelte and Astro',
  nature: 'code',
  extensions: 'vue svelte astro marko riot',
  lines: {
    lineComments: ['//'],
    blockComments: [
      ['<!--', '-->'],
      ['/*', '*/'],
    ],
    definitions: [
      ...rules('function', /^\s{0,8}(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([\w$]+)/),
      ...rules(
        'function',
        /^\s{0,4}(?:export\s+)?const\s+([\w$]+)(?=\s*=\s*(?:async\s*)?(?:\([^()]{0,200}\)|[\w$]+)\s*=>)/,
      ),
      ...rules('class', /^\s{0,4}(?:export\s+)?(?:default\s+)?class\s+([\w$]+)/),
      ...rules('interface', /^\s{0,4}(?:export\s+)?interface\s+([\w$]+)/),
      ...rules('typeAlias', /^\s{0,4}(?:export\s+)?type\s+([\w$]+)(?=\s*[=<])/),
      ...rules('variable', /^\s{0,2}(?:export\s+)?(?:const|let|var)\s+([\w$]+)/),
    ],
    imports: [
      { pattern: /^\s*import\s+(?:type\s+)?(?:[^'"\n]{1,300}\sfrom\s+)?["']([^"']+)/ },
      { pattern: /^\s*\}\s*from\s+["']([^"']+)/ },
    ],
  },
  classifyImport: (module) =>
    /^[.~@]?\//.test(module) || module.startsWith('.') ? 'local' : module.startsWith('node:') ? 'builtin' : 'external',
  keywords: 'template script style setup lang export default const let var import from return true false props slot',
});

export const components: Language = {
  ...byLines,
  classifyImport,
  modules: ecmascriptModules,
  packages: npm,
  embedded: embeddedProgram,
  keywords: [...new Set([...byLines.keywords, ...keywords])],
};
