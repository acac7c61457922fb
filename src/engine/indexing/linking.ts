/** Links an index. The linker gets the languages of the registry and of plugins, and reads the project's configuration files from disk. */
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

interface LinkRunOptions {
  /** State of the linker that this thread's last link run left. */
  session?: LinkSession;
  /** Previous summaries of changed files, by path. */
  before?: ReadonlyMap<string, PreviousSummaries>;
  /** Summaries that the indexing run still has in memory. */
  loadedSummaries?: LoadedSummaries;
  /** Called before links are written; an error that it throws ends the run. */
  onWork?: () => void;
}

export async function linkIndex(
  root: string,
  store: Store,
  hooks: Partial<LinkHooks> & LinkRunOptions = {},
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

/** A hook that stores the interfaces of files in the index before these files are written or removed. */
export function interfaceRecorder(store: Store): BeforeBatch {
  return async (paths) => {
    if (paths.length === 0) return;
    const { computeInterfaces } = await import('../../graph/incremental/named-interfaces.ts');
    await computeInterfaces(store, paths);
  };
}
