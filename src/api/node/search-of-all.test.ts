/** A search over everything where other nodes refuse, are damaged, or answer with something else: over HTTP, with a repository that each of them has. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../../engine/engine.ts';
import { openTogether, type EngineOfSeveral } from '../../engine/union/open-together.ts';
import type { Engine, EngineConfig, HybridSearchResult } from '../../engine/types.ts';
import type { Digest, MessageKind, Messages } from '../../engine/phases/messages.ts';
import { asQuestion } from '../../util/turns/question.ts';
import { SenderTurns } from './in-turn.ts';
import { engineOfAll } from './search-of-all.ts';
import { replyOf, type NodeReply, type ShareMessage } from './share-route.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-all-'));
let engine: Engine;
let union: EngineOfSeveral;
let search: EngineConfig['search'];

beforeAll(async () => {
  for (const name of ['parcel', 'invoice', 'harbor'])
    writeFileSync(join(root, `${name}.ts`), `/** A ${name} of the parcel. */\nexport function ${name}Value(): number {\n  return 1;\n}\n`); // prettier-ignore
  const flags = { 'embedding.provider': 'off', 'database.path': ':memory:' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  ({ search } = config);
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index({ embeddings: false });
  union = await openTogether([{ name: 'one', engine }], () => []);
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const { signal } = new AbortController();
const { share: turn } = new SenderTurns();

/** What a node answers: a status alone, a body, or a reply. */
type Answer = number | string | NodeReply;

const good = (message: ShareMessage): Promise<NodeReply> =>
  replyOf(
    { node: { engineOfSeveral: () => Promise.resolve(union) }, turn },
    { sender: 'ann', repositories: message.repositories, signal },
    message.question,
  );

const error = (code: 'DatabaseError' | 'ValidationError'): NodeReply => ({
  reply: { error: { code, message: 'It is damaged', hint: null, next: null, details: null } },
  of: null,
});

/** What its files have of a word is missing. */
async function short(message: ShareMessage): Promise<NodeReply> {
  const answer = await good(message);
  if (message.question.kind === 'focus' && 'reply' in answer && 'answer' in answer.reply)
    (answer.reply.answer as Digest).impacts[0]!.impacts = '';
  return answer;
}

/** A good answer of some kind with a part of it replaced. */
function withPart<Kind extends MessageKind>(
  of: Kind,
  part: (answer: Messages[Kind]['answer']) => unknown,
): (message: ShareMessage) => Promise<NodeReply> {
  return async (message) => {
    const answer = structuredClone(await good(message));
    if (message.question.kind === of && 'reply' in answer && 'answer' in answer.reply) part(answer.reply.answer);
    return answer;
  };
}

async function served(
  name: string,
  answer: (message: ShareMessage) => Promise<Answer>,
): Promise<{ name: string; url: string; bytes: number; version: string }> {
  // prettier-ignore
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void answer(JSON.parse(Buffer.concat(chunks).toString()) as ShareMessage).then((found) => {
        response.writeHead(typeof found === 'number' ? found : 200, { 'content-type': 'application/json' });
        response.end(typeof found === 'string' ? found : JSON.stringify(found));
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { name, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bytes: 0, version: '' };
}

type Kind = (message: ShareMessage) => Promise<Answer>;

interface Asked<T = HybridSearchResult> {
  answer: Promise<T>;
  /** How often this node has begun to fetch what it has not. */
  fetched: () => number;
  /** What for. */
  opened: readonly unknown[];
  /** Names of the nodes that are to be asked last. */
  suspects: string[];
}

const hour = 3_600_000;

/** A question at a node that has nothing itself. @param rivalMs after which others are asked besides one that says nothing */
const ask = (kindsOfNodes: readonly Kind[], rivalMs = hour): Promise<Asked> =>
  askFor(kindsOfNodes, (all) => all.searchRepo({ query: 'parcel', limit: 5 }), rivalMs);

async function askFor<T>(
  kindsOfNodes: readonly Kind[],
  question: (all: Engine) => Promise<T>,
  rivalMs = hour,
): Promise<Asked<T>> {
  const nodes = await Promise.all(kindsOfNodes.map((kind, at) => served(['first', 'second'][at]!, kind)));
  const opened: unknown[] = [];
  const suspects: string[] = [];
  const all = engineOfAll({
    silence: { firstMs: hour, nextMs: hour, rivalMs },
    node: {
      ...{ name: 'asking', isOpen: () => false, suspect: ({ name }: { name: string }) => void suspects.push(name) },
      betterNodes: () => nodes,
      engineOfSeveral: (_ids, _sender, of) => {
        opened.push(of);
        return Promise.reject(new Error('it has nothing'));
      },
      searching: { search, limits: engine.limits, mostTogether: 500 },
    },
    ...{ turn, seen: [{ id: 1, name: 'one' }] },
    sender: { name: 'ann', authorization: 'Bearer x', signal },
  });
  return { answer: question(all), fetched: () => opened.length, opened, suspects };
}

const placesOf = ({ hits }: HybridSearchResult): unknown[] => hits.map(({ file, score }) => [file.path, score]);
const expectedPlaces = async (): Promise<unknown[]> => placesOf(await union.searchRepo({ query: 'parcel', limit: 5 }));

const kinds: [what: string, kind: Kind][] = [
  ['has too much to do', () => Promise.resolve(429)],
  ['is busy', () => Promise.resolve(503)],
  ['cannot open its repositories', () => Promise.resolve({ unopened: 'There is no snapshot of one yet' })],
  ['has a damaged index', () => Promise.resolve(error('DatabaseError'))],
  ['gives too little', short],
  [
    'names files of a repository that it was not asked about',
    withPart('focus', ({ paths }) => (paths[0] = 'other/parcel.ts')),
  ],
  ['gives a text of such a file', withPart('texts', ([one]) => (one!.path = 'other/parcel.ts'))],
  ['gives a file that was not asked for', withPart('details', ([one]) => (one!.record.id = 7777))],
  ['gives a file twice', withPart('focus', ({ ids }) => (ids[1] = ids[0]!))],
  ['counts less than nothing', withPart('figures', ({ corpus }) => (corpus.files = -1))],
  [
    'counts what is no number',
    withPart('figures', ({ terms }) => ((terms[0] as { fileCount: unknown }).fileCount = '1')),
  ],
  ['has words that cannot be read', withPart('details', ([one]) => (one!.words = '/////w=='))],
  [
    'has chunks beyond the end of a text',
    withPart('texts', ([one]) => ((one!.spans[0] as { endLine: number }).endLine = 1e15)),
  ],
  ['has more values than can be parsed', () => Promise.resolve(`{"reply":[${'[],'.repeat(2_000_000)}0],"of":null}`)],
  ['is nested without end', () => Promise.resolve('['.repeat(1_000_000))],
  ['refuses without a word', () => Promise.resolve({ unopened: { toString: null } as never })],
  [
    'finds an error that is none',
    () => Promise.resolve({ reply: { error: { code: 'ValidationError' } as never }, of: null }),
  ],
  ['answers with something else', () => Promise.resolve({ reply: { state: 'x', answer: 1 as never }, of: null })],
];

it.each(kinds)('goes to the second choice where the first one %s', async (_, kind) => {
  const { answer, fetched } = await ask([kind, good]);
  expect(placesOf(await answer)).toHaveLength(3);
  expect(placesOf(await answer)).toEqual(await expectedPlaces());
  expect(fetched()).toBe(0);
});

it.each(kinds.slice(0, 3))('fetches nothing here where each choice %s', async (_, kind) => {
  const { answer, fetched } = await ask([kind, kind]);
  await expect(answer).rejects.toThrow(/None of the repositories can be asked: one: (?:its node has too much to do|There is no snapshot)/); // prettier-ignore
  expect(fetched()).toBe(0);
});

it('may be as long as the tools take it', async () => {
  const query = { query: 'The parcel of a harbor is lost. '.repeat(3125), limit: 5 };
  const { answer } = await askFor([good], (all) => all.searchRepo(query));
  expect(placesOf(await answer)).toEqual(placesOf(await union.searchRepo(query)));
});

it('is refused where a share finds an error in the question', async () => {
  const { answer, fetched } = await ask([() => Promise.resolve(error('ValidationError')), good]);
  await expect(answer).rejects.toMatchObject({ code: 'ValidationError', message: 'It is damaged' });
  expect(fetched()).toBe(0);
});

/** Gives no line of those that are asked for, however often it is asked. */
async function noLines(message: ShareMessage): Promise<NodeReply> {
  const answer = await good(message);
  return message.question.kind === 'textLines' && 'reply' in answer && 'answer' in answer.reply
    ? { ...answer, reply: { ...answer.reply, answer: [] } }
    : answer;
}

it('is found at the second choice where the first one gives no lines of a text', async () => {
  const query = { query: 'parcel', limit: 5 };
  const { answer } = await askFor([noLines, good], (all) => all.text.search(query));
  expect(await answer).toEqual(await union.text.search(query));
});

it('is the same for symbols, lists and completions', async () => {
  const request = { pattern: '*Value', offset: 0, limit: 5 };
  const { answer } = await askFor([kinds[0]![1], good], async (all) => [
    (await all.graph.search(request)).symbols,
    await all.listFiles({ limit: 2 }),
    await all.listLeftOut({}),
    await all.completion.symbols('parcel', 3),
    await all.completion.paths('par', 3),
  ]);
  expect(await answer).toEqual([
    (await union.graph.search(request)).symbols,
    await union.listFiles({ limit: 2 }),
    await union.listLeftOut({}),
    await union.completion.symbols('parcel', 3),
    await union.completion.paths('par', 3),
  ]);
});

it('ends when the call is cancelled, and no node is blamed for it', async () => {
  const call = new AbortController();
  const silent: Kind = (message) => {
    if (message.question.kind !== 'textFind') return good(message);
    call.abort();
    return new Promise(() => {});
  };
  const { answer, suspects, fetched } = await askFor([silent, silent], (all) =>
    asQuestion(call.signal, () => all.text.search({ query: 'parcel', limit: 5 })),
  );
  await expect(answer).rejects.toThrow(/cancel|abort/i);
  expect([suspects, fetched()]).toEqual([[], 0]);
});

const never = new Promise<never>(() => {});

it.each([
  ['accepts a question', (): Promise<never> => never],
  ['has answered the first message', (message: ShareMessage): Promise<Answer> => (message.question.state === null ? good(message) : never)],
])('asks the second choice besides a first one that %s and then says nothing', async (_, kind) => {
  const { answer, fetched, suspects } = await ask([kind, good], 20);
  expect(placesOf(await answer)).toEqual(await expectedPlaces());
  expect([suspects, fetched()]).toEqual([['first'], 0]);
}); // prettier-ignore

it('is refused at once where one finds an error in the question, though another says nothing', async () => {
  const { answer } = await ask([(): Promise<never> => never, () => Promise.resolve(error('ValidationError'))], 20);
  await expect(answer).rejects.toMatchObject({ code: 'ValidationError', message: 'It is damaged' });
});

it('takes the answer of the first choice where that comes first, and asks nobody else while it answers in time', async () => {
  let asked = 0;
  const counted = (message: ShareMessage): Promise<Answer> => {
    asked++;
    return good(message);
  };
  expect(placesOf(await (await ask([good, counted])).answer)).toEqual(await expectedPlaces());
  expect(asked).toBe(0);
  // The rival is as silent, and the first one answers when it was asked.
  const rival = Promise.withResolvers<void>();
  const late = async (message: ShareMessage): Promise<Answer> => {
    await rival.promise;
    return good(message);
  };
  const silent = (): Promise<never> => {
    rival.resolve();
    return never;
  };
  const { answer, suspects } = await ask([late, silent], 20);
  expect(placesOf(await answer)).toEqual(await expectedPlaces());
  expect(suspects).not.toContain('first');
});

it('waits for a node that nobody can stand in for, and fetches nothing in its place', async () => {
  const late = async (message: ShareMessage): Promise<Answer> => {
    await new Promise((done) => setTimeout(done, 50));
    return good(message);
  };
  const { answer, fetched, suspects } = await ask([late], 5);
  expect(placesOf(await answer)).toEqual(await expectedPlaces());
  expect([suspects, fetched()]).toEqual([[], 0]);
});

it('opens the repository of a file apart from what searches over everything ask', async () => {
  const file = { path: 'one/parcel.ts', startLine: 1, startColumn: 1, endLine: null, maxChars: 900 };
  const { answer, opened } = await askFor([good], (all) => all.files.read(file));
  await expect(answer).rejects.toThrow('it has nothing');
  expect(opened).toEqual(['questions']);
});
