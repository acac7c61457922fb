/**
 * Searches over everything that a sender may read, of all nodes that have a share of it.
 * Invariants: each node is asked with the sender's token, and about what this node knows the sender to see; an answer is of one state of each share; a node that
 * fails is left out, and who else answers for its repositories is asked instead; one that says nothing for a moment is waited for, and the whole question is asked
 * of the others besides; where one refuses, nothing is fetched in its place; what nobody answers for is named.
 */
import {
  engineOfShares,
  answerFault,
  isCount,
  isErrorData,
  isList,
  isName,
  isObject,
  isRecord,
  ShareChanged,
  type MessageKind,
  type ShareLink,
  type ShareQuestion,
  type ShareReply,
} from '../../engine/phases/engine-of-shares.ts';
import type { QueryNode } from '../../engine/node/query-node.ts';
import type { AskedProjects, Engine } from '../../engine/types.ts';
import { AppError, type ErrorCode } from '../../model/error.ts';
import type { CommitState } from '../../model/answers/commit-state.ts';
import { JsonBounds } from '../../util/json-bounds.ts';
import { traceparent } from '../../util/tracing/spans.ts';
import { asQuestion, questionSignal } from '../../util/turns/question.ts';
import { inAnotherTurn, withoutTurn } from './in-turn.ts';
import { passedHeader, wholeBody } from './pass-on.ts';
import type { SeenRepository, Sender } from './sender.ts';
import {
  replyOf,
  shareFormat,
  sharePath,
  type NodeReply,
  type RepositoriesAsked,
  type ShareMessage,
  type ShareTurn,
} from './share-route.ts';

/** A question begins anew at most this often because a share has changed. Each failure leaves a share out, so these come to an end. */
const mostChanges = 5;
/** Messages that search or read files, or go through all names, and the time that they have for it besides (ms). */
const searching: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'textFind',
  'textCount',
  'textLines',
  'symbols',
  'concerned',
]);
const searchingMs = 11_000;
const timeFor = ({ question: { kind } }: Pick<ShareMessage, 'question'>): number =>
  searching.has(kind) ? searchingMs : 0;
/** Of an answer: 10,000 hits with all that is told of each have about 2.5 million, and a node can parse so many at once. */
const mostValues = 3_000_000;
/**
 * A node that has not answered after this time has failed (ms): the first message may wait for snapshots. After `rivalMs` the others are asked besides, where they
 * have all that it was asked about.
 */
const usualSilence = { firstMs: 18_000, nextMs: 8_000, rivalMs: 2_000 };

type AskingNode = Pick<QueryNode, 'name' | 'betterNodes' | 'isOpen' | 'engineOfSeveral' | 'suspect' | 'searching'>;
type OtherNode = ReturnType<QueryNode['betterNodes']>[number];

export interface AllQuestion {
  node: AskingNode;
  /** For messages to this node. */
  turn: ShareTurn;
  /** By name. */
  seen: readonly SeenRepository[];
  sender: Sender;
  /** Absent: `usualSilence`. */
  silence?: typeof usualSilence;
}

/** A node with the repositories that it is asked about; null: this node. */
interface NodeShare {
  node: OtherNode | null;
  repositories: SeenRepository[];
}

/** Thrown where a share cannot answer. */
class ShareFailed extends AppError {
  constructor(why: string, cause?: unknown) {
    super('NotFoundError', `A node cannot answer: ${why}`, { hint: 'Ask again.', cause });
  }
}

/** Thrown where no share is left to ask. */
class NobodyAnswers extends AppError {
  constructor(name: string, reason: string) {
    super('NotFoundError', `None of the repositories can be asked: ${name}: ${reason}`);
  }
}

/** Whether a question without the node that says nothing may still have an answer; any other error is the same for all. */
function isOfNodes(error: unknown): boolean {
  return error instanceof ShareFailed || error instanceof ShareChanged || error instanceof NobodyAnswers;
}

/** Whether other nodes have a share of what the sender may read. */
export function isShared({ node, seen }: Pick<AllQuestion, 'node' | 'seen'>): boolean {
  return seen.some(({ id }) => node.betterNodes(id).length > 0);
}

/** What a node that has too much to do answers, by its limits. */
const busy: ReadonlySet<number> = new Set([429, 503]);
/** What a share finds wrong in the question; anything else is wrong with the share. */
const ofQuestion: ReadonlySet<ErrorCode> = new Set(['ValidationError', 'NotFoundError']);

/** The engine of one question. */
export function engineOfAll(question: AllQuestion): Engine {
  const { node, seen, sender } = question;
  let asked: Asked | null = null;
  // What is fetched is waited for without a turn.
  const opened: (
    repositories: readonly SeenRepository[],
    of: Parameters<AskingNode['engineOfSeveral']>[2],
  ) => ReturnType<AskingNode['engineOfSeveral']> = (repositories, of) =>
    withoutTurn(() => node.engineOfSeveral(repositories.map(({ id }) => id), sender.name, of)); // prettier-ignore
  return engineOfShares({
    ...{ names: seen.map(({ name }) => name), ...node.searching },
    ask: async (ask) => {
      const first = await firstAnswer(question, ask);
      ({ asked } = first);
      return first.answer;
    },
    asked: () => asked,
    several: (names) =>
      opened(
        seen.filter(({ name }) => names.includes(name)),
        'questions',
      ),
    isOpen: (name) => seen.some((one) => one.name === name && node.isOpen(one.id)),
    whole: () => opened(seen, 'searches'),
  });
}

interface Asked {
  projects: AskedProjects;
  commits: readonly CommitState[];
}

type Ask<T> = (links: readonly ShareLink[]) => Promise<T>;

/** The answer of the first run that has one. Where a node says nothing, a run without it begins besides, with a turn of its own. Rejects where no run can answer. */
async function firstAnswer<T>(question: AllQuestion, ask: Ask<T>): Promise<{ answer: T; asked: Asked }> {
  const { node, sender } = question;
  const known: Known = { failed: new Set(), refused: new Map(), unopened: new Map() };
  const silent = new Set<OtherNode>();
  const others = new AbortController();
  // A client may cancel a call without closing its connection.
  const waiting = AbortSignal.any([sender.signal, questionSignal() ?? []].flat());
  const signal = AbortSignal.any([waiting, others.signal]);
  const { promise, resolve, reject } = Promise.withResolvers<{ answer: T; asked: Asked }>();
  let running = 0;
  const begin = (avoided: ReadonlySet<string>): void => {
    const isFirst = running++ === 0;
    const onSilent = (other: OtherNode): void => begin(new Set([...avoided, other.name]));
    const rounds = new Rounds(question, { known, avoided, signal, silent, onSilent });
    // What a run does here ends with it.
    const run = (): Promise<T> => asQuestion(signal, () => rounds.run(ask));
    (isFirst ? run() : inAnotherTurn(signal, run)).then(
      (answer) => resolve({ answer, asked: rounds.asked }),
      (error: unknown) => {
        if (--running === 0 || !isOfNodes(error)) reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  };
  begin(new Set());
  try {
    return await promise;
  } finally {
    for (const other of waiting.aborted ? [] : silent) node.suspect(other);
    others.abort();
  }
}

/** What the runs of a question have found out about other nodes. */
interface Known {
  /** Names of nodes that have failed. */
  failed: Set<string>;
  /** By name of a repository: the other nodes that refuse to answer for it, each with the reason. */
  refused: Map<string, Map<string, string>>;
  /** By name of a repository: why it cannot be asked. */
  unopened: Map<string, string>;
}

interface Run {
  known: Known;
  /** Names of nodes that are asked only where nobody else has a repository. */
  avoided: ReadonlySet<string>;
  /** Fires when nobody waits for this run any more. */
  signal: AbortSignal;
  /** The nodes that say nothing at the moment. */
  silent: Set<OtherNode>;
  /** Called once at most, with a node that others can stand in for. */
  onSilent: (node: OtherNode) => void;
}

class Rounds {
  readonly #question: AllQuestion;
  readonly #run: Run;
  readonly #failed: Known['failed'];
  readonly #refused: Known['refused'];
  readonly #unopened: Known['unopened'];
  #hasRival = false;
  /** What the shares of the last round are of. */
  #of: RepositoriesAsked[] = [];

  constructor(question: AllQuestion, run: Run) {
    this.#question = question;
    this.#run = run;
    ({ failed: this.#failed, refused: this.#refused, unopened: this.#unopened } = run.known);
  }

  async run<T>(ask: Ask<T>): Promise<T> {
    for (let changes = 0; ;) {
      this.#of = [];
      const shares = this.#shares();
      if (shares.length === 0) throw this.#nothingAsked();
      try {
        return await ask(shares.map((share) => this.#linkOf(share)));
      } catch (error) {
        const isOver = this.#run.signal.aborted || changes >= mostChanges;
        if (isOver || !(error instanceof ShareFailed || error instanceof ShareChanged)) throw error;
        if (error instanceof ShareChanged) changes++;
      }
    }
  }

  #nothingAsked(): NobodyAnswers {
    const [[name, reason] = ['', 'no node answers']] = this.#unopened;
    return new NobodyAnswers(name, reason);
  }

  /** Who is asked about what. */
  #shares(): NodeShare[] {
    const shares = new Map<string, NodeShare>();
    for (const repository of this.#question.seen) {
      if (this.#unopened.has(repository.name)) continue;
      const { id, name: asked } = repository;
      const refused = this.#refused.get(asked);
      const node = this.#nodeFor(repository, this.#run.avoided);
      if (node === null && refused !== undefined && !this.#question.node.isOpen(id)) {
        this.#unopened.set(asked, [...refused.values()].at(-1)!);
        continue;
      }
      const share = shares.get(node?.name ?? '') ?? { node, repositories: [] };
      share.repositories.push(repository);
      shares.set(node?.name ?? '', share);
    }
    return [...shares.values()];
  }

  /** Who is asked about a repository; null: this node. */
  #nodeFor({ id, name }: SeenRepository, avoided: ReadonlySet<string>): OtherNode | null {
    const { node } = this.#question;
    const refused = this.#refused.get(name);
    const able = node.betterNodes(id).filter((one) => !this.#failed.has(one.name) && refused?.has(one.name) !== true);
    const others = able.filter((one) => !avoided.has(one.name));
    // What is not open here would have to be fetched, which takes longer than to wait.
    return others[0] ?? (node.isOpen(id) ? null : (able[0] ?? null));
  }

  #isSilent({ node, repositories }: NodeShare): void {
    if (node === null) return;
    this.#run.silent.add(node);
    const avoided = new Set([...this.#run.avoided, node.name]);
    const isAlone = repositories.some((one) => avoided.has(this.#nodeFor(one, avoided)?.name ?? ''));
    if (this.#hasRival || isAlone || this.#run.signal.aborted) return;
    this.#hasRival = true;
    this.#run.onSilent(node);
  }

  #linkOf(share: NodeShare): ShareLink {
    // An answer that comes after its round has failed is none of the next one.
    const of = this.#of;
    return {
      send: async <Kind extends MessageKind>(message: ShareQuestion<Kind>): Promise<ShareReply<Kind>> => {
        const reply = await withoutTurn(() => this.#reply(share, message));
        if ('unopened' in reply) throw this.#refusal(share, reply.unopened);
        if (reply.of !== null) of.push(reply.of);
        return reply.reply;
      },
    };
  }

  /** The next choice is asked where there is one. */
  #refusal({ node, repositories }: NodeShare, why: string): ShareFailed {
    for (const { name } of repositories)
      if (node === null) this.#unopened.set(name, why);
      else this.#refused.set(name, (this.#refused.get(name) ?? new Map<string, string>()).set(node.name, why));
    return new ShareFailed(why);
  }

  async #reply(share: NodeShare, message: ShareQuestion): Promise<NodeReply> {
    const ids = share.repositories.map(({ id }) => id);
    const { node, turn, sender } = this.#question;
    if (share.node === null)
      return replyOf({ node, turn }, { repositories: ids, sender: sender.name, signal: this.#run.signal }, message);
    const { silent, signal } = this.#run;
    const { rivalMs } = this.#question.silence ?? usualSilence;
    const rival = setTimeout(() => this.#isSilent(share), rivalMs + timeFor({ question: message }));
    try {
      const { status, body } = await this.#send(share.node, {
        format: shareFormat,
        repositories: ids,
        question: message,
      });
      silent.delete(share.node);
      if (busy.has(status)) return { unopened: 'its node has too much to do' };
      if (status !== 200) throw new Error(`it answers with status ${status}`);
      return checked(JSON.parse(body), share, message);
    } catch (error) {
      if (!signal.aborted) this.#failed.add(share.node.name);
      throw new ShareFailed(`${share.node.name}: ${String(error)}`, error);
    } finally {
      clearTimeout(rival);
      signal.throwIfAborted();
    }
  }

  /** Rejects where the node does not answer, which is then not asked for a while. */
  async #send(to: OtherNode, message: ShareMessage): Promise<{ status: number; body: string }> {
    const { node, silence = usualSilence, sender } = this.#question;
    const usualMs = message.question.state === null ? silence.firstMs : silence.nextMs;
    const limit = AbortSignal.timeout(usualMs + timeFor(message));
    const parent = traceparent();
    try {
      const response = await fetch(`${to.url}${sharePath}`, {
        method: 'POST',
        headers: {
          ...{ authorization: sender.authorization, 'content-type': 'application/json', [passedHeader]: node.name },
          ...(parent === null ? {} : { traceparent: parent }),
        },
        body: JSON.stringify(message),
        redirect: 'error',
        signal: AbortSignal.any([limit, this.#run.signal]),
      });
      const bounds = new JsonBounds(mostValues);
      const body = await wholeBody(response, (piece) => {
        const excess = bounds.excess(piece);
        if (excess !== null) throw new Error(`Its answer ${excess}`);
      });
      return { status: response.status, body: Buffer.from(body).toString('utf8') };
    } catch (error) {
      if (!this.#run.signal.aborted) node.suspect(to);
      throw error;
    }
  }

  get asked(): Asked {
    const asked = new Set(this.#of.flatMap((one) => one.asked));
    const reasons = new Map([
      ...this.#unopened,
      ...this.#of.flatMap(({ notAsked }) => notAsked.map(({ project, reason }) => [project, reason] as const)),
    ]);
    const names = this.#question.seen.map(({ name }) => name);
    return {
      projects: {
        asked: names.flatMap((project) => (asked.has(project) ? [{ project, root: project }] : [])),
        notAsked: names.flatMap((project) =>
          asked.has(project) ? [] : [{ project, reason: reasons.get(project) ?? 'its node does not answer' }],
        ),
      },
      commits: this.#of.flatMap(({ commits }) => commits),
    };
  }
}

const isOther = isObject<{ reply: object; of: object | null }>({ reply: isRecord(() => true), of: () => true });
const isRefused = isObject<{ unopened: string }>({ unopened: isName });
const isAnswered = isObject<{ state: string }>({ state: isName });
const isAbout = isObject<RepositoriesAsked>({
  asked: isList(isName),
  notAsked: isList(isObject<RepositoriesAsked['notAsked'][number]>({ project: isName, reason: isName })),
  commits: isList(isObject<CommitState>({ name: isName, commit: isName, behind: isCount })),
});

/** Another node may have another version, and its answer is not believed to be of what it was asked about. Throws where it is not. */
function checked(value: unknown, { repositories }: NodeShare, message: ShareQuestion): NodeReply {
  if (isRefused(value)) return value as NodeReply;
  if (!isOther(value)) throw new Error('It answers with something else');
  const { reply, of } = value as Exclude<NodeReply, { unopened: string }>;
  const names = new Set(repositories.map(({ name }) => name));
  if ('error' in reply) {
    if (!isErrorData(reply.error)) throw new Error('It answers with something else');
    if (!ofQuestion.has(reply.error.code)) throw new Error(reply.error.message);
  } else if (!('changed' in reply)) {
    if (!isAnswered(reply)) throw new Error('It answers with something else');
    const fault = answerFault(message, reply.answer, names);
    if (fault !== null) throw new Error(`Its answer has no ${fault}`);
  }
  if (of === null) return { reply, of };
  if (!isAbout(of)) throw new Error('It answers with something else');
  const about = [...of.asked, ...of.notAsked.map(({ project }) => project), ...of.commits.map(({ name }) => name)];
  if (!about.every((name) => names.has(name))) throw new Error('It answers about other repositories');
  return { reply, of };
}
