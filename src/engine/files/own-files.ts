/** Keeps the files of an index that the user placed inside the project from being indexed: they change with every write. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { EngineConfig } from '../engine-options.ts';

/** `.gitignore` patterns for the files of the index. Empty if it is in memory, outside the project, or in `.code-scout`, which is always skipped. */
export function ownFilePatterns(root: string, { database }: Pick<EngineConfig, 'database'>): string[] {
  if (database.path === ':memory:') return [];
  const relativePath = relative(root, resolve(root, database.path));
  const isBelow =
    relativePath !== '' && relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
  if (!isBelow || relativePath.startsWith(`.code-scout${sep}`)) return [];
  const literal = relativePath
    .split(sep)
    .join('/')
    .replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`);
  // SQLite and this program write other files next to X.db: its log, backups, X.usage.db.
  const stem = literal.replace(/\.(?:db|sqlite3?)$/i, '');
  return [
    `/${literal}`,
    `/${literal}-*`,
    `/${literal}.*`,
    ...(stem === literal ? [] : [`/${stem}.*.db*`, `/${stem}.*.sqlite*`]),
  ];
}
