/** The interface of several engines as one. */
import type { ReviewAnswer, ReviewRequest } from '../../model/review.ts';
import type { MessageKind, ShareQuestion, ShareReply } from '../phases/messages.ts';
import type { Traced, TraceRequest } from '../concerned/run-traced.ts';
import type { GraphPart } from '../lazy-part.ts';
import type { Engine } from '../types.ts';

/** An engine with the name of its repository in the union. */
export interface NamedEngine {
  /** The first part of its files' paths. May have several parts itself (`acme/web`). */
  name: string;
  engine: Engine;
}

export interface UnionOptions {
  /** Whether the notes of answers name the repositories that were not asked (default); false where each answer lists them by itself. */
  namesMissing?: boolean;
}

/** Whether a repository's code was asked. */
export interface AskedRepository {
  name: string;
  /** `asked`: it has an index; `none`: it has none and none is made; `failed`: its index cannot be read, and `note` says why. */
  state: 'asked' | 'none' | 'failed';
  note: string | null;
}

/**
 * Several engines as one: each question is asked of all at once, with one ranking. Paths are `<name>/<path>`. What can only be asked of one repository
 * (runs, changes, editors, precise indexes) rejects with a `ValidationError` that says so.
 */
export interface UnionEngine extends Engine {
  /** The repositories, by name, and whether each is asked. The notes of answers name those that are not. */
  asked(): Promise<readonly AskedRepository[]>;
  /** The review of a change of one repository, with the uses that the others make of what changed. Rejects as that of one engine does. */
  review(repository: string, request: ReviewRequest): Promise<ReviewAnswer>;
  /** What these repositories say to a question that is about others too. Never rejects. */
  reply<Kind extends MessageKind>(question: ShareQuestion<Kind>): Promise<ShareReply<Kind>>;
  /** Asks the graph, and says what the question needs to know of repositories that are not part of this union. */
  traced<T>(request: TraceRequest, ask: (graph: GraphPart) => Promise<T>): Promise<Traced<T>>;
}
