/**
 * The tables of a catalogue, as numbered steps. A step that has been published is never changed. All keys begin with the tenant.
 * Invariant: a step only adds. So programs that know fewer steps go on working, and programs of two versions run on one catalogue while the newer ones
 * replace the older; `oldest` says from which number of known steps on a program may use it.
 */

export interface Migration {
  number: number;
  /** A program must know this many steps to use a catalogue that has this one. */
  oldest: number;
  /** For all engines. `{id}` is the column of an id that the database counts. */
  statements: readonly string[];
  /** Tables whose rows belong to a tenant, for the second line of PostgreSQL. */
  tenantTables: readonly string[];
}

/** Times are in ms since 1970. Flags are 0 or 1, because D1 has no other. Lists are JSON. */
const first: Migration = {
  number: 1,
  oldest: 1,
  statements: [
    `CREATE TABLE tenants (id {id}, name text NOT NULL UNIQUE, made_at bigint NOT NULL)`,
    `CREATE TABLE families (tenant integer NOT NULL REFERENCES tenants (id), id integer NOT NULL, PRIMARY KEY (tenant, id))`,
    `CREATE TABLE repositories (tenant integer NOT NULL, id integer NOT NULL, family integer NOT NULL, name text NOT NULL, url text NOT NULL,
      default_ref text NOT NULL, state text NOT NULL CHECK (state IN ('active', 'archived', 'forgotten')), poll_after bigint NOT NULL,
      PRIMARY KEY (tenant, id), UNIQUE (tenant, name), FOREIGN KEY (tenant, family) REFERENCES families (tenant, id))`,
    // The newest push that is known of each branch; without a commit it was deleted.
    `CREATE TABLE refs (tenant integer NOT NULL, repository integer NOT NULL, name text NOT NULL, heard bigint NOT NULL, commit_id text,
      heard_at bigint NOT NULL, PRIMARY KEY (tenant, repository, name),
      FOREIGN KEY (tenant, repository) REFERENCES repositories (tenant, id))`,
    `CREATE TABLE pushes (tenant integer NOT NULL, repository integer NOT NULL, ref text NOT NULL, push bigint NOT NULL, commit_id text,
      heard_at bigint NOT NULL, PRIMARY KEY (tenant, repository, ref, push))`,
    `CREATE TABLE deliveries (tenant integer NOT NULL, repository integer NOT NULL, delivery text NOT NULL, heard_at bigint NOT NULL,
      PRIMARY KEY (tenant, repository, delivery))`,
    `CREATE TABLE editions (tenant integer NOT NULL, name text NOT NULL, label text NOT NULL, asked_at bigint NOT NULL, PRIMARY KEY (tenant, name))`,
    `CREATE TABLE jobs (tenant integer NOT NULL, id text NOT NULL, repository integer NOT NULL, ref text NOT NULL, push bigint NOT NULL,
      commit_id text NOT NULL, edition text NOT NULL, priority integer NOT NULL,
      state text NOT NULL CHECK (state IN ('waiting', 'taken', 'done', 'failed', 'superseded')),
      worker text, attempt bigint NOT NULL, strikes integer NOT NULL, lease_until bigint, not_before bigint NOT NULL, made_at bigint NOT NULL,
      ended_at bigint, error text, PRIMARY KEY (tenant, id), UNIQUE (tenant, repository, ref, push, edition),
      FOREIGN KEY (tenant, repository) REFERENCES repositories (tenant, id))`,
    `CREATE INDEX jobs_open ON jobs (tenant, edition, priority, made_at, id) WHERE state IN ('waiting', 'taken')`,
    // The objects of a snapshot are in the page store, under names that its repository, tree and flavour give.
    `CREATE TABLE snapshots (tenant integer NOT NULL, repository integer NOT NULL, tree text NOT NULL, flavour text NOT NULL, commit_id text NOT NULL,
      bytes bigint NOT NULL, files bigint NOT NULL, lines bigint NOT NULL, made_at bigint NOT NULL, used_at bigint NOT NULL, leaving integer NOT NULL,
      PRIMARY KEY (tenant, repository, tree, flavour), FOREIGN KEY (tenant, repository) REFERENCES repositories (tenant, id))`,
    // The newest push of each branch that is indexed, for each edition.
    `CREATE TABLE heads (tenant integer NOT NULL, repository integer NOT NULL, ref text NOT NULL, edition text NOT NULL, push bigint NOT NULL,
      commit_id text NOT NULL, tree text NOT NULL, flavour text NOT NULL, PRIMARY KEY (tenant, repository, ref, edition))`,
    `CREATE TABLE commits (tenant integer NOT NULL, repository integer NOT NULL, commit_id text NOT NULL, tree text NOT NULL,
      PRIMARY KEY (tenant, repository, commit_id))`,
    `CREATE TABLE provides (tenant integer NOT NULL, ecosystem text NOT NULL, package text NOT NULL, repository integer NOT NULL, root text NOT NULL,
      PRIMARY KEY (tenant, ecosystem, package, repository, root))`,
    `CREATE TABLE requires (tenant integer NOT NULL, ecosystem text NOT NULL, package text NOT NULL, module text NOT NULL, name text NOT NULL,
      repository integer NOT NULL, files text NOT NULL, PRIMARY KEY (tenant, ecosystem, package, module, name, repository))`,
    `CREATE TABLE principals (tenant integer NOT NULL, id integer NOT NULL, kind text NOT NULL CHECK (kind IN ('person', 'robot', 'group')),
      name text NOT NULL, PRIMARY KEY (tenant, id), UNIQUE (tenant, kind, name))`,
    `CREATE TABLE members (tenant integer NOT NULL, grp integer NOT NULL, principal integer NOT NULL, PRIMARY KEY (tenant, grp, principal))`,
    `CREATE TABLE grants (tenant integer NOT NULL, principal integer NOT NULL, repository integer NOT NULL,
      may text NOT NULL CHECK (may IN ('read', 'index')), PRIMARY KEY (tenant, principal, repository, may))`,
    `CREATE TABLE tokens (tenant integer NOT NULL, digest text NOT NULL, principal integer NOT NULL, name text NOT NULL, repositories text,
      may text NOT NULL CHECK (may IN ('read', 'index')), made_at bigint NOT NULL, expires_at bigint NOT NULL, revoked_at bigint,
      PRIMARY KEY (tenant, digest))`,
    `CREATE TABLE access_versions (tenant integer NOT NULL PRIMARY KEY, version bigint NOT NULL)`,
    `CREATE TABLE nodes (tenant integer NOT NULL, name text NOT NULL, url text NOT NULL, seen_at bigint NOT NULL, bytes bigint NOT NULL,
      version text NOT NULL, PRIMARY KEY (tenant, name))`,
    `CREATE TABLE audit (tenant integer NOT NULL, id text NOT NULL, noted_at bigint NOT NULL, principal integer, what text NOT NULL, detail text NOT NULL,
      PRIMARY KEY (tenant, id))`,
    `CREATE INDEX audit_at ON audit (tenant, noted_at)`,
  ],
  tenantTables: [
    ...[
      'families',
      'repositories',
      'refs',
      'pushes',
      'deliveries',
      'editions',
      'jobs',
      'snapshots',
      'heads',
      'commits',
    ],
    ...['provides', 'requires', 'principals', 'members', 'grants', 'tokens', 'access_versions', 'nodes', 'audit'],
  ],
};

/** What keeps a catalogue going without an administrator: duties, reports of what is missing, limits, turns, the end of a repository. */
const second: Migration = {
  number: 2,
  oldest: 1,
  statements: [
    // What one worker of all does from time to time.
    `CREATE TABLE duties (tenant integer NOT NULL, name text NOT NULL, holder text NOT NULL, lease_until bigint, due_at bigint NOT NULL,
      PRIMARY KEY (tenant, name))`,
    // Snapshots that could not be read from the page store. The report is the one that a job was made for.
    `CREATE TABLE missing (tenant integer NOT NULL, repository integer NOT NULL, tree text NOT NULL, flavour text NOT NULL, report text NOT NULL,
      asked_at bigint NOT NULL, times integer NOT NULL, mended integer NOT NULL, PRIMARY KEY (tenant, repository, tree, flavour))`,
    `CREATE TABLE limits (tenant integer NOT NULL, name text NOT NULL, most bigint NOT NULL, PRIMARY KEY (tenant, name))`,
    // When a job of it was taken last: the one that has waited longest comes next.
    `ALTER TABLE repositories ADD COLUMN served_at bigint NOT NULL DEFAULT 0`,
    // What its objects take in the page store, as far as that is known (bytes).
    `ALTER TABLE repositories ADD COLUMN stored_bytes bigint NOT NULL DEFAULT 0`,
    // Null also where a program of the first version did it.
    `ALTER TABLE repositories ADD COLUMN forgotten_at bigint`,
  ],
  tenantTables: ['duties', 'missing', 'limits'],
};

/** Administrators, and what they see of workers and nodes. */
const third: Migration = {
  number: 3,
  oldest: 1,
  statements: [
    `CREATE TABLE administrators (tenant integer NOT NULL, principal integer NOT NULL, PRIMARY KEY (tenant, principal))`,
    `ALTER TABLE tokens ADD COLUMN administers integer NOT NULL DEFAULT 0`,
    `CREATE TABLE workers (tenant integer NOT NULL, name text NOT NULL, version text NOT NULL, edition text NOT NULL, started_at bigint NOT NULL,
      seen_at bigint NOT NULL, PRIMARY KEY (tenant, name))`,
    `ALTER TABLE nodes ADD COLUMN held_bytes bigint`,
    `ALTER TABLE nodes ADD COLUMN held integer`,
  ],
  tenantTables: ['administrators', 'workers'],
};

/** What is asked again and again is found without reading all that there is. */
const fourth: Migration = {
  number: 4,
  oldest: 1,
  statements: [
    // What was used or made lately.
    `CREATE INDEX snapshots_used ON snapshots (tenant, used_at)`,
    `CREATE INDEX snapshots_made ON snapshots (tenant, made_at)`,
    // Whose turn it is, the jobs of one repository, and the jobs whose lease is over.
    `CREATE INDEX repositories_turn ON repositories (tenant, served_at, id)`,
    `CREATE INDEX jobs_turn ON jobs (tenant, edition, priority, repository, made_at, id) WHERE state IN ('waiting', 'taken')`,
    `CREATE INDEX jobs_taken ON jobs (tenant, edition, lease_until) WHERE state = 'taken'`,
  ],
  tenantTables: [],
};

export const migrations: readonly Migration[] = [first, second, third, fourth];

const setting = `CAST(NULLIF(current_setting('scout.tenant', true), '') AS integer)`;

/** A program that forgets the tenant in a statement still sees nothing of another; also the owner of the tables does not. */
function confined(table: string, condition: string): string[] {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY tenant ON ${table} USING (${condition})`,
  ];
}

/** The statements of a step for an engine. */
export function statementsOf(
  { number, statements, tenantTables }: Migration,
  engine: 'postgresql' | 'sqlite',
): string[] {
  const id = engine === 'postgresql' ? 'integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY' : 'integer PRIMARY KEY';
  const common = statements.map((text) => text.replaceAll('{id}', id));
  if (engine !== 'postgresql') return common;
  // A tenant is found by its name before its number is known.
  const own = `id = ${setting} OR name = current_setting('scout.tenant_name', true)`;
  return [
    ...common,
    ...(number === 1 ? confined('tenants', own) : []),
    ...tenantTables.flatMap((table) => confined(table, `tenant = ${setting}`)),
  ];
}
