/** Links an index: the languages of the registry and of plugins, the project's files on disk. */
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

/** A configuration file that is longer says nothing (bytes). */
const maxConfigBytes = 1_000_000;

interface LinkKnowledge {
  session?: LinkSession;
  before?: ReadonlyMap<string, PreviousSummaries>;
  loadedSummaries?: LoadedSummaries;
  onWork?: () => void;
}

/** @param hooks `session`: what the last run of this thread left; `before`: what changed files declared before, by path */
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
        return text.length > maxConfigBytes ? null : text;
      } catch {
        return null;
      }
    },
    ...hooks,
  });
}

/** There will be links to make: the linker, half of what the engine loads, is there when files are. Never rejects: linking says what is wrong. */
export async function loadLinker(): Promise<void> {
  await import('../../graph/run/link-run.ts').catch(() => {});
}

/** Has an index remember what others see of files that are to be written anew or to go. */
export function remembering(store: Store): BeforeBatch {
  return async (paths) => {
    if (paths.length === 0) return;
    const { computeInterfaces } = await import('../../graph/incremental/named-interfaces.ts');
    await computeInterfaces(store, paths);
  };
}
