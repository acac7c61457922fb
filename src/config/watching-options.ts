/** The options of `watching.`, a part of the table in options.ts. */
import type { Option } from './option.ts';

/** Folders and files that nobody searches: dependencies, build output, caches, the index itself. */
const ignoredByDefault = [
  '.git/',
  '.hg/',
  '.svn/',
  '.jj/',
  '.code-scout/',
  'node_modules/',
  'bower_components/',
  'jspm_packages/',
  '.pnpm-store/',
  '.yarn/cache/',
  '.yarn/unplugged/',
  '__pycache__/',
  '.venv/',
  'site-packages/',
  '.mypy_cache/',
  '.pytest_cache/',
  '.ruff_cache/',
  '.tox/',
  '.nox/',
  '*.egg-info/',
  '.gradle/',
  '.idea/',
  '.vs/',
  '.next/',
  '.nuxt/',
  '.svelte-kit/',
  '.turbo/',
  '.parcel-cache/',
  '.nyc_output/',
  '.terraform/',
  '.DS_Store',
  'Thumbs.db',
];

export const watchingOptions = {
  'watching.enabled': {
    type: 'boolean',
    default: true,
    trust: 'lower',
    description: 'Whether a running server watches the disk for changes.',
  },
  'watching.mode': {
    type: 'choice',
    default: 'auto',
    choices: ['auto', 'native', 'polling'],
    trust: 'anyone',
    description:
      'How changes are found: by events of the system (`native`), by polling (`polling`, for network and container file systems), or as the file system allows (`auto`).',
  },
  'watching.pollMs': {
    type: 'integer',
    default: 5000,
    min: 100,
    max: 3_600_000,
    trust: 'anyone',
    description:
      'With polling: milliseconds between two polls; longer where polling would otherwise take more than 2 % of the time.',
  },
  'watching.ignorePatterns': {
    type: 'list',
    default: ignoredByDefault,
    entry: 'pattern as in `.gitignore`',
    pattern: /^[^\0\n]+$/,
    trust: 'anyone',
    description:
      'Patterns of files that are never indexed or watched, even if git tracks them. A list replaces the default list; the entry `...` in it stands for the list that it replaces.',
  },
} as const satisfies Record<string, Option>;
