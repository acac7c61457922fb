/** The names of objects. A repository's objects have a prefix of their own, so that pages are never shared between repositories. */
import { sha256 } from '../../util/bytes/digest.ts';

/** What a snapshot depends on besides the files: readers of one flavour understand each other's indexes. */
export interface Flavour {
  extraction: string;
  linking: string;
  schema: number;
  /** `Embedder.id`; null without vectors. */
  embedder: string | null;
}

/** Says which repository and flavour are meant. */
export interface SnapshotFamily {
  /** The repository's name, such as `github.com/owner/name`. */
  repository: string;
  flavour: Flavour;
}

const short = (text: string): string => sha256(text).slice(0, 32);

export function repositoryPrefix(repository: string): string {
  return short(repository);
}

export function flavourKey({ extraction, linking, schema, embedder }: Flavour): string {
  return short(JSON.stringify([extraction, linking, schema, embedder]));
}

function inFamily(kind: string, { repository, flavour }: SnapshotFamily, rest: string): string {
  return `${repositoryPrefix(repository)}/${kind}/${flavourKey(flavour)}/${rest}`;
}

/** The names of a snapshot whose flavour is known by its key alone: of its manifest, and of the pointer of a commit. */
export function namesByKey(
  repository: string,
  key: string,
  { tree, commit }: { tree: string; commit: string },
): string[] {
  const prefix = repositoryPrefix(repository);
  return [`${prefix}/snapshots/${key}/${tree}`, `${prefix}/commits/${key}/${commit}`];
}

/** @param tree git's id of a tree */
export const manifestName = (family: SnapshotFamily, tree: string): string => inFamily('snapshots', family, tree);
/** A pointer: the tree of a commit. */
export const commitName = (family: SnapshotFamily, commit: string): string => inFamily('commits', family, commit);
/** A pointer: the tree that was pushed last of a branch. */
export const headName = (family: SnapshotFamily, branch: string): string => inFamily('heads', family, short(branch));
/** @param pack SHA-256 of its bytes, in hexadecimal digits */
export const packName = (repository: string, pack: string): string => `${repositoryPrefix(repository)}/packs/${pack}`;

/** Ids of git's objects: SHA-1 or SHA-256. */
export const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The kind of an object, and the last part of its name. Null for a name of another form. */
export function readName(name: string): { prefix: string; kind: string; flavour: string | null; last: string } | null {
  const parts = name.split('/');
  const [prefix = '', kind = ''] = parts;
  if (!/^[0-9a-f]{32}$/.test(prefix)) return null;
  if (parts.length === 3) return { prefix, kind, flavour: null, last: parts[2]! };
  return parts.length === 4 ? { prefix, kind, flavour: parts[2]!, last: parts[3]! } : null;
}
