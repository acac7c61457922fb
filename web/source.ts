/** Where the page has its answers from. Everything it shows comes through `Source.get`. */
import type { QuestionName, Questions, SiteInfo } from '../src/explorer/contract.ts';

export interface Source {
  /** Rejects with a `SourceError`. */
  get<Name extends QuestionName>(
    question: Name,
    parameters: Questions[Name]['parameters'],
    signal?: AbortSignal,
  ): Promise<Questions[Name]['answer']>;
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
      const projectName = project();
      if (projectName !== null) query.set('project', projectName);
      const secret = token();
      const response = await fetch(`api/explorer/${question}?${query.toString()}`, {
        headers: secret === null ? {} : { authorization: `Bearer ${secret}` },
        signal: signal ?? null,
      }).catch((error: unknown) => {
        if (signal?.aborted === true) throw error;
        throw new SourceError('gone', 'The server does not answer', 'Start it again with code-scout open.');
      });
      if (response.ok) return (await response.json()) as never;
      const { error } = (await response.json().catch(() => ({}))) as Failure;
      const reason = response.status === 401 ? 'token' : 'refused';
      throw new SourceError(
        reason,
        error?.message ?? `The server answers with status ${response.status}`,
        error?.next ?? null,
      );
    },
  };
}
