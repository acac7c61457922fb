/** What a project's snapshots are of, and where the user's settings say that they are. */
import { isAbsolute, resolve } from 'node:path';
import { readEnvironment } from '../../config/environment.ts';
import { knownEmbedderId } from '../../embed/registry.ts';
import { AppError } from '../../model/error.ts';
import { findGit } from '../../source/git/find-git.ts';
import type { GitPlace } from '../../source/git/git-revision.ts';
import { folderInRepository, repositoryName } from '../../source/git/git-trees.ts';
import { localStateOf } from '../../store/local-state.ts';
import { schemaVersion } from '../../store/sealing.ts';
import { openPageStore } from '../../team/pages/open-store.ts';
import type { PageStore } from '../../team/pages/page-store.ts';
import { parsePublicKey, type PublicKey } from '../../team/snapshot/keys.ts';
import type { Flavour, SnapshotFamily } from '../../team/snapshot/layout.ts';
import { isPostgresUrl, readPostgresUrl } from '../../team/postgres/postgres-pool.ts';
import { openConfiguredEmbedder } from '../embedding/embedding.ts';
import type { EngineConfig } from '../engine-options.ts';
import { indexVersion, workerData } from '../indexing/indexing.ts';
import { linkingVersion } from '../indexing/linking-version.ts';
import { indexLocationOf } from '../project-place.ts';
import { teamSettings } from './team-settings.ts';

export interface TeamProject {
  root: string;
  config: EngineConfig;
}

/**
 * A catalogue or page store as the user names it: a URL stays as it is, a relative path counts from the working directory.
 * Throws a `ConfigurationError` where it is a URL whose `//` is missing, which would be taken for a file with a password in its name, or one that PostgreSQL could not use.
 */
export function namedPlace(named: string, workingDirectory: string): string {
  if (/^(?:postgres(?:ql)?|s3|https?):(?!\/\/)/i.test(named))
    throw new AppError('ConfigurationError', 'A URL needs // after its protocol', { hint: 'Such as postgresql://USER@HOST/DATABASE. A file of such a name is written ./NAME.' }); // prettier-ignore
  // Before anything is said of it: a part of a password could be taken for the host.
  if (isPostgresUrl(named)) readPostgresUrl(named);
  return /^[a-z0-9]{2,}:\/\//i.test(named) || isAbsolute(named) ? named : resolve(workingDirectory, named);
}

/** @param location as the user gave it: for a folder, relative to the current one. Throws a `ConfigurationError`. */
export function openStoreAt(location: string, config: EngineConfig, workingDirectory?: string): PageStore {
  const { token, s3 } = readEnvironment().team;
  const place = workingDirectory === undefined ? location : namedPlace(location, workingDirectory);
  return openPageStore(place, { token, s3, allowsPlainHttp: teamSettings(config).allowHttp });
}

/** Throws a `ConfigurationError`. */
export function trustedKeys(config: EngineConfig): PublicKey[] {
  return teamSettings(config).keys.map(parsePublicKey);
}

/** Null where there is no git. */
export function findGitPlace(root: string): GitPlace | null {
  const git = findGit(root, readEnvironment().forGit);
  return git === null ? null : { git, root };
}

/** Throws an `AppError` where there is no git. */
export function gitPlace(root: string): GitPlace {
  const place = findGitPlace(root);
  if (place !== null) return place;
  throw new AppError('ConfigurationError', 'There is no git, and a snapshot is of a tree of git');
}

/**
 * The name of the repository; of a project that is a folder of one, with that folder: its index has other paths. Null where neither the settings nor a remote
 * name it.
 */
export async function repositoryOf(place: GitPlace, config: EngineConfig): Promise<string | null> {
  const { repository } = teamSettings(config);
  const name = repository === '' ? await repositoryName(place) : repository;
  const folder = await folderInRepository(place);
  return name === null || folder === '' ? name : `${name}:${folder}`;
}

/** What the index of this project is made by. The project's plugins must be loaded. Rejects with an `AppError`. */
export async function flavourOf({ root, config }: TeamProject, signal?: AbortSignal): Promise<Flavour> {
  return {
    extraction: indexVersion(workerData(root, config)),
    linking: linkingVersion,
    schema: schemaVersion,
    embedder: await embedderId({ root, config }, signal),
  };
}

/** The id of an embedder that has the path of a model in it, which is another one on each machine. */
const pathInId = /"(?:\/|[A-Za-z]:[\\/])/;

async function embedderId({ root, config }: TeamProject, signal?: AbortSignal): Promise<string | null> {
  const { embedding } = config;
  if (embedding === undefined || embedding.provider === 'off') return null;
  const known = await knownEmbedderId(embedding);
  if (known !== null) return known;
  const state = localStateOf(indexLocationOf(root, config));
  const embedder = await openConfiguredEmbedder({ embedding, state, plugins: config.plugins }, signal);
  await embedder?.close();
  const id = embedder?.id ?? null;
  if (id !== null && pathInId.test(id))
    throw new AppError('ConfigurationError', 'The vectors are of a model that is named by its path on this machine', {
      hint: 'Snapshots need a model that every machine names the same, or `embedding.provider: static`.',
    });
  return id;
}

export async function familyOf(
  project: TeamProject,
  repository: string,
  signal?: AbortSignal,
): Promise<SnapshotFamily> {
  return { repository, flavour: await flavourOf(project, signal) };
}
