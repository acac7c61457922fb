/** The files of an index that the user placed inside the project: they must not be indexed, since they change with every write. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { EngineConfig } from '../engine-options.ts';

/** `.gitignore` patterns that skip them; empty if the index is elsewhere, or in its own folder. */
export function ownFilePatterns(root: string, { database }: Pick<EngineConfig, 'database'>): string[] {
  if (database.path === ':memory:') return [];
  const way = relative(root, resolve(root, database.path));
  const isBelow = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  if (!isBelow || way.startsWith(`.code-scout${sep}`)) return [];
  const literal = way
    .split(sep)
    .join('/')
    .replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`);
  // Next to X.db are its log, its backups, X.usage.db and the like.
  const stem = literal.replace(/\.(?:db|sqlite3?)$/i, '');
  return [
    `/${literal}`,
    `/${literal}-*`,
    `/${literal}.*`,
    ...(stem === literal ? [] : [`/${stem}.*.db*`, `/${stem}.*.sqlite*`]),
  ];
}
