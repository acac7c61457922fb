/**
 * A model on loopback that follows a script: it uses the given tools one after the other, and ends with a sentence. It
 * records what the client offered and what the client returned.
 * Invariant: it uses a tool only after the client has offered it. Where the client has a search for tools, it searches
 * first.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dialect, Json, Move, OfferedTool } from './dialect.ts';

export interface WantedUse {
  /** The tool's name in the server. */
  own: string;
  tool: OfferedTool;
  args: Json;
}

export interface Script {
  dialect: Dialect;
  uses: readonly WantedUse[];
  /** All tools of the server, under the names the client gives them. They must be known before the first question. */
  tools: readonly OfferedTool[];
}

export interface Observed {
  /** The names of tools that were offered: before any search, and at the end. */
  offeredAtOnce: Set<string>;
  offered: Set<string>;
  /** Names in the first question, whether those tools are offered or not. */
  mentioned: Set<string>;
  /** How often the model searched for tools. */
  searches: number;
  /** The tool's name in the server -> what the client returned. */
  results: Map<string, string>;
  questions: number;
  /** Other requests to this address. */
  others: string[];
}

export interface MockModel {
  url: string;
  observed: Observed;
  close(): Promise<void>;
}

/** A client may not have waited for its servers. A real model would search again, too. */
const maxSearches = 20;
const pauseMs = 500;

export const lastSentence = 'That is all.';

/** The tool's name with its group, as one name. */
export function fullName({ name, group }: OfferedTool): string {
  return group === null ? name : `${group}/${name}`;
}

function decide(body: Json, { dialect, uses, tools }: Script, observed: Observed): Move {
  const offered = new Set(dialect.offered(body).map(fullName));
  const results = dialect.results(body);
  for (const { own, tool, args } of uses) {
    const id = `call_${own.replaceAll(/\W/g, '_')}`;
    const result = results.get(id);
    if (result !== undefined) observed.results.set(own, result);
    else if (offered.has(fullName(tool))) return { use: { id, tool, args } };
    else if (observed.searches < maxSearches) {
      const search = dialect.searchFor(
        body,
        tools.map(({ name }) => name),
      );
      if (search === null) continue;
      observed.searches++;
      return { use: { ...search, id: `${search.id}_${observed.searches}` } };
    }
  }
  return { text: lastSentence };
}

function observe(text: string, body: Json, { dialect, tools }: Script, observed: Observed): void {
  const offered = dialect.offered(body).map(fullName);
  if (observed.questions++ === 0) {
    observed.offeredAtOnce = new Set(offered);
    const isMentioned = ({ name, group }: OfferedTool): boolean =>
      text.includes(group === null ? name : `${group}__${name}`);
    observed.mentioned = new Set(tools.filter(isMentioned).map(fullName));
  }
  for (const name of offered) observed.offered.add(name);
}

export async function startMockModel(script: Script): Promise<MockModel> {
  const observed: Observed = {
    offeredAtOnce: new Set(),
    offered: new Set(),
    mentioned: new Set(),
    searches: 0,
    results: new Map(),
    questions: 0,
    others: [],
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '/';
      if (request.method !== 'POST' || !script.dialect.isQuestion(path)) {
        observed.others.push(`${request.method} ${path}`);
        response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
        return;
      }
      const text = Buffer.concat(chunks).toString('utf8');
      const body = JSON.parse(text) as Json;
      observe(text, body, script, observed);
      const reply = script.dialect.reply(decide(body, script, observed), body);
      const send = (): void => void response.writeHead(200, { 'content-type': reply.type }).end(reply.body);
      if (observed.searches > 1 && observed.results.size === 0) setTimeout(send, pauseMs);
      else send();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    observed,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
