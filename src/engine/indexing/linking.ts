/** Links an index, with the languages of the registry and plugins, and the project's configuration files on disk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkProject, type LinkReport } from '../../graph/run/link-project.ts';
import type { PreviousSummaries } from '../../graph/incremental/changed-names.ts';
import type { LoadedSummaries } from '../../graph/program/loaded-summaries.ts';
import type { LinkSession } from '../../graph/run/link-session.ts';
import type { BeforeBatch } from '../../indexer/batch-writer.ts';
import type { LinkHooks } from '../../indexer/index-run.ts';
import type { Store } from '../../store/store.ts';
import { linkingVersion } from './linking-version.ts';
import { knownLanguages } from './plugin-languages.ts';

/** Longer configuration files are ignored (characters). */
const maxConfigLength = 1_000_000;

interface LinkKnowledge {
  session?: LinkSession;
  before?: ReadonlyMap<string, PreviousSummaries>;
  loadedSummaries?: LoadedSummaries;
  onWork?: () => void;
}

/** @param hooks `session`: state that this thread's last link run left; `before`: previous summaries of changed files, by path */
export async function linkIndex(
  root: string,
  store: Store,
  hooks: Partial<LinkHooks> & LinkKnowledge = {},
): Promise<LinkReport> {
  return linkProject({
    store,
    languages: knownLanguages(),
    version: linkingVersion,
    read: (path) => {
      try {
        const text = readFileSync(join(root, path), 'utf8');
        return text.length > maxConfigLength ? null : text;
      } catch {
        return null;
      }
    },
    ...hooks,
  });
}

/** Loads the linker, half of the engine's code, ahead of its use. Never rejects: the later link run reports the error. */
export async function loadLinker(): Promise<void> {
  await import('../../graph/run/link-run.ts').catch(() => {});
}

/** Before files are written or removed, stores in the index what other files see of them (their interfaces). */
export function remembering(store: Store): BeforeBatch {
  return async (paths) => {
    if (paths.length === 0) return;
    const { computeInterfaces } = await import('../../graph/incremental/named-interfaces.ts');
    await computeInterfaces(store, paths);
  };
}
