/** The project's state, looked at every few seconds: a change of the index makes all views ask again. */
import { useEffect, useState } from 'preact/hooks';
import type { ProjectAnswer } from '../src/explorer/contract.ts';
import { SourceError, type Source } from './source.ts';

/** Between two looks (ms). */
const restMs = 3000;
const restWhileIndexingMs = 1000;

/** What the reader may see of the server. */
export interface ServerState {
  names: readonly string[];
  /** Whether the reader administers it. */
  administers: boolean;
}

/** Null before the first answer; asked again when the project's state changes. */
export function useServer(source: Source, generation: number): ServerState | null {
  const [state, setState] = useState<ServerState | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    source.get('projects', {}, controller.signal).then(
      ({ names, administers = false }) => setState({ names, administers }),
      // Whoever has no token is told so by the first question.
      () => {
        if (!controller.signal.aborted) setState((last) => last ?? { names: [], administers: false });
      },
    );
    return () => controller.abort();
  }, [source, generation]);
  return state;
}

export interface ProjectState {
  project: ProjectAnswer | null;
  error: SourceError | null;
}

/** @param name of the project, where the server has several @param isThere false: there is none to ask about */
export function useProject(source: Source, name: string | undefined, isThere = true): ProjectState {
  const [state, setState] = useState<ProjectState>({ project: null, error: null });
  useEffect(() => {
    if (!isThere) return;
    const controller = new AbortController();
    let timer = 0;
    const look = async (): Promise<void> => {
      let rest = restMs;
      try {
        // Nobody sees a page in the background.
        if (document.visibilityState === 'visible' || state.project === null) {
          const project = await source.get('project', {}, controller.signal);
          if (project.status === 'indexing') rest = restWhileIndexingMs;
          setState({ project, error: null });
        }
      } catch (error) {
        if (controller.signal.aborted) return;
        const shown = error instanceof SourceError ? error : new SourceError('refused', String(error));
        setState(({ project }) => ({ project, error: shown }));
      }
      if (source.isLive && !controller.signal.aborted) timer = window.setTimeout(() => void look(), rest);
    };
    void look();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [source, name, isThere]);
  return state;
}
