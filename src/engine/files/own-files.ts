/** Keeps the files of an index that the user placed inside the project from being indexed: they change with every write. */
import { locationOf, pathOfIndexIn } from '../../store/index-location.ts';
import type { EngineConfig } from '../engine-options.ts';

/** `.gitignore` patterns for the files of the index. Empty if it is in memory, outside the project, or in `.code-scout`, which is always skipped. */
export function ownFilePatterns(root: string, { database }: Pick<EngineConfig, 'database'>): string[] {
  const path = pathOfIndexIn(root, locationOf(database.path, root));
  if (path === null || path === '' || path.startsWith('.code-scout/')) return [];
  const literal = path.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`);
  // SQLite and this program write other files next to X.db: its log, backups, X.usage.db.
  const stem = literal.replace(/\.(?:db|sqlite3?)$/i, '');
  return [
    `/${literal}`,
    `/${literal}-*`,
    `/${literal}.*`,
    ...(stem === literal ? [] : [`/${stem}.*.db*`, `/${stem}.*.sqlite*`]),
  ];
}
