/** Where the page has its answers from. Everything it shows comes through `Source.get`. */
import type { AdminActions, QuestionName, Questions, SiteInfo } from '../src/explorer/contract.ts';

export interface Source {
  /** Rejects with a `SourceError`. */
  get<Name extends QuestionName>(
    question: Name,
    parameters: Questions[Name]['parameters'],
    signal?: AbortSignal,
  ): Promise<Questions[Name]['answer']>;
  /** What an administrator does. Rejects with a `SourceError`. */
  act<Name extends keyof AdminActions>(name: Name, given: AdminActions[Name]['given']): Promise<void>;
  /** Whether answers can change: a server's can, those of a static site cannot. */
  readonly isLive: boolean;
  /** What a static site says about itself; null for a server. */
  readonly site: SiteInfo | null;
}

export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** What the reader can do; null if the message says it. */
  readonly hint: string | null;
  /** `token`: the server wants a token. `gone`: no server answers. `refused`: the question was not understood, or has no answer. */
  readonly reason: 'token' | 'gone' | 'refused';

  constructor(reason: SourceError['reason'], message: string, hint: string | null = null) {
    super(message);
    this.reason = reason;
    this.hint = hint;
  }
}

interface Failure {
  error?: { message?: string; next?: string };
}

export interface ServerPlace {
  /** The name of a project, where the server has several; null for the first. */
  project: () => string | null;
  token: () => string | null;
}

/** Answers of the server that the page comes from. */
export function serverSource({ project, token }: ServerPlace): Source {
  return {
    isLive: true,
    site: null,
    async get(question, parameters, signal) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
      // What administrators ask is about the server, and not about one of its projects.
      const isOfServer = question.startsWith('admin/');
      const projectName = isOfServer ? null : project();
      if (projectName !== null) query.set('project', projectName);
      const path = isOfServer ? question : `explorer/${question}`;
      return (await ask(`api/${path}?${query.toString()}`, token(), { signal: signal ?? null })) as never;
    },
    async act(name, given) {
      await ask(`api/admin/${name}`, token(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(given),
      });
    },
  };
}

async function ask(url: string, token: string | null, init: RequestInit): Promise<unknown> {
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(url, { ...init, headers }).catch((error: unknown) => {
    if (init.signal?.aborted === true) throw error;
    throw new SourceError('gone', 'The server does not answer', 'Reload this page when it runs again.');
  });
  if (response.ok) return response.json();
  const { error } = (await response.json().catch(() => ({}))) as Failure;
  const reason = response.status === 401 ? 'token' : 'refused';
  throw new SourceError(
    reason,
    error?.message ?? `The server answers with status ${response.status}`,
    error?.next ?? null,
  );
}
