/** Opens the catalogue at a location: `postgresql://…`, or the path of a file of SQLite. A Worker of Cloudflare gives its binding of D1 to `D1Database`. */
import { isAbsolute } from 'node:path';
import { AppError } from '../../model/error.ts';
import { isPostgresUrl, postgresPlace } from '../postgres/postgres-pool.ts';
import type { Catalogue } from './catalogue.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { openSqlCatalogue, type CatalogueOptions } from './sql/sql-catalogue.ts';
import type { SqlDatabase } from './sql/sql-database.ts';

export interface CataloguePlace extends CatalogueOptions {
  /** A relative path is refused. */
  location: string;
  /** Whether a server on another machine may be spoken to without TLS. */
  allowsPlain: boolean;
}

/** Rejects with an `AppError`. */
export async function openCatalogue({ location, allowsPlain, ...options }: CataloguePlace): Promise<Catalogue> {
  return openSqlCatalogue(openDatabase(location, allowsPlain, options.creates), options);
}

function openDatabase(location: string, allowsPlain: boolean, creates: boolean): SqlDatabase {
  if (isPostgresUrl(location)) return new PostgresDatabase(postgresPlace(location, allowsPlain));
  if (isAbsolute(location)) return new SqliteDatabase(location, creates);
  throw new AppError('ConfigurationError', 'This is no catalogue', {
    hint: 'Name postgresql://USER@HOST/DATABASE, or the path of a file, which SQLite makes.',
  });
}
