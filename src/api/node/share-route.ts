/**
 * What nodes ask each other for a search over everything: about the repositories of which the node that is asked has a share.
 * Invariant: a node answers about what the sender of the question may read, whatever repositories the asking node names. So whoever asks learns nothing here that
 * the tools would not tell.
 */
import { readQuestion, type ShareQuestion, type ShareReply } from '../../engine/phases/engine-of-shares.ts';
import type { QueryNode } from '../../engine/node/query-node.ts';
import type { AskedProjects } from '../../engine/types.ts';
import { AppError, toAppError } from '../../model/error.ts';
import type { CommitState } from '../../model/answers/commit-state.ts';
import type { Route } from '../../http/routes.ts';
import { headerOf, isJsonType, jsonReply, type HttpReply, type HttpRequest } from '../../util/http-message.ts';
import { jsonExcess } from '../../util/json-bounds.ts';
import type { SeenRepository } from './sender.ts';

export const sharePath = '/api/share';
/** Changes with what nodes say to each other, so that those of two versions do not misunderstand each other. */
export const shareFormat = 1;

export interface ShareMessage {
  format: typeof shareFormat;
  repositories: readonly number[];
  question: ShareQuestion;
}

/** `unopened`: why none of the repositories can be asked. */
export type NodeReply = { reply: ShareReply; of: RepositoriesAsked | null } | { unopened: string };

/** What the first answer of a question is of. */
export interface RepositoriesAsked {
  asked: string[];
  notAsked: AskedProjects['notAsked'];
  commits: readonly CommitState[];
}

/** Runs the work on one message in the turn of its sender, until nobody waits for it any more. */
export type ShareTurn = <T>(sender: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

export interface ShareHost {
  node: Pick<QueryNode, 'engineOfSeveral'>;
  turn: ShareTurn;
}

/** Whose message it is, and about which repositories that this sender may read. */
export interface ShareRequest {
  sender: string;
  repositories: readonly number[];
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** Answers about repositories that this node has. What is not open is waited for without a turn. */
export async function replyOf(
  { node, turn }: ShareHost,
  { repositories, sender, signal }: ShareRequest,
  question: unknown,
): Promise<NodeReply> {
  const read = readQuestion(question);
  let engine: Awaited<ReturnType<QueryNode['engineOfSeveral']>>;
  try {
    engine = await node.engineOfSeveral(repositories, sender);
  } catch (error) {
    return { unopened: toAppError(error).message };
  }
  return turn(sender, signal, async () => {
    const reply = await engine.reply(read);
    // What is of one state was named with the first answer.
    if (read.state !== null) return { reply, of: null };
    const { asked, notAsked } = await engine.projects();
    return { reply, of: { asked: asked.map(({ project }) => project), notAsked, commits: engine.commits?.() ?? [] } };
  });
}

/** @param seen what the sender may read */
export function shareRoute(host: ShareHost, sender: string, seen: readonly SeenRepository[]): Route {
  return {
    path: sharePath,
    refusals: 'api',
    // A question takes several messages, and turns limit what they take.
    uncounted: true,
    methods: {
      POST: async (request) => {
        try {
          const { repositories, question } = bodyOf(request);
          const may = seen.filter(({ id }) => repositories.has(id)).map(({ id }) => id);
          const none: NodeReply = { unopened: 'There are no such repositories' };
          const { signal } = request;
          return jsonReply(200, may.length === 0 ? none : await replyOf(host, { repositories: may, sender, signal }, question)); // prettier-ignore
        } catch (error) {
          // Nobody reads it.
          if (request.signal.aborted) return { status: 503 };
          return refusal(toAppError(error));
        }
      },
    },
  };
}

function refusal({ code, message, hint }: AppError): HttpReply {
  return jsonReply(code === 'ValidationError' ? 400 : 500, { error: { code, message, hint } });
}

function bodyOf(request: HttpRequest): { repositories: ReadonlySet<unknown>; question: unknown } {
  const { body } = request;
  const isJson = isJsonType(headerOf(request, 'content-type') ?? '') && jsonExcess(body) === null;
  const value: unknown = isJson ? parsed(body) : null;
  const isMessage = typeof value === 'object' && value !== null && 'format' in value && value.format === shareFormat;
  if (!isMessage || !('repositories' in value) || !Array.isArray(value.repositories))
    throw new AppError(
      'ValidationError',
      `The body has to be JSON with \`format\` ${shareFormat}, \`repositories\` and \`question\``,
      { hint: 'Nodes of one version ask each other here. Clients ask the tools.' },
    );
  return { repositories: new Set(value.repositories), question: 'question' in value ? value.question : null };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
