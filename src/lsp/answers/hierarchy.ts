/** Who calls whom, and which type is above which. */
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  Range,
  TypeHierarchyItem,
} from 'vscode-languageserver/node';
import type { DeclarationPlace, ImplementerDirection } from '../../model/code-questions.ts';
import type { GraphSite, ReachedNode } from '../../model/graph.ts';
import { sourceName } from '../../model/link.ts';
import { known, mainDeclarations, symbolsAt, type FileQuestion, type PlaceQuestion } from './context.ts';
import { calledKinds, symbolKinds, typeKinds } from './kinds.ts';
import { questionTurn } from '../../util/turns/question.ts';

/** Items of both hierarchies; `data` is the id of the symbol. */
type Item = CallHierarchyItem & TypeHierarchyItem;

async function itemOf(question: FileQuestion, place: DeclarationPlace): Promise<Item> {
  const { engine, places } = question;
  const { node, path } = place;
  const file = { engine, path };
  const range = await places.range(file, place);
  const container =
    node.kind === 'file'
      ? ''
      : sourceName({ name: '', container: node.qualified.slice(0, -node.name.length - 1) || null });
  return {
    name: node.name,
    kind: symbolKinds[node.kind],
    uri: places.uri(engine, path, place.line),
    range,
    selectionRange: await places.nameRange(file, place),
    detail: [container.replace(/\.$/, ''), path].filter((part) => part !== '').join(' · '),
    data: node.id,
  };
}

async function itemsOf(question: FileQuestion, ids: readonly string[]): Promise<Map<string, Item>> {
  const items = new Map<string, Item>();
  for (const place of await mainDeclarations(question.graph, ids))
    items.set(place.node.id, await itemOf(question, place));
  return items;
}

/** The symbol of the position, or else the definition around it. */
async function preparedItems(question: PlaceQuestion, kinds: ReadonlySet<string>): Promise<Item[]> {
  const declared = await mainDeclarations(question.graph, await symbolsAt(question));
  const items: Item[] = [];
  for (const place of declared) if (kinds.has(place.node.kind)) items.push(await itemOf(question, place));
  return items;
}

export async function prepareCalls(question: PlaceQuestion): Promise<Item[]> {
  return preparedItems(question, calledKinds);
}

export async function prepareTypes(question: PlaceQuestion): Promise<Item[]> {
  return preparedItems(question, typeKinds);
}

export async function incomingCalls(question: FileQuestion, symbol: string): Promise<CallHierarchyIncomingCall[]> {
  const answer = await known(question.graph.callers({ symbol, maxDepth: 1, account: false }));
  const reached = answer?.reached ?? [];
  const items = await itemsOf(
    question,
    reached.map(({ node }) => node.id),
  );
  const calls = new Map<ReachedNode, CallHierarchyIncomingCall[]>();
  // Each file is read once, and other work gets a turn in between.
  for (const [path, callers] of Map.groupBy(reached, ({ node }) => node.path)) {
    await questionTurn();
    const rangeOf = await siteRanges(question, callers.flatMap(sitesOf), path);
    // Calls outside of functions stand in several cells of a notebook; else all are in the text of the caller.
    const uriAt = ({ line }: GraphSite): string => question.places.uri(question.engine, path, line);
    for (const caller of callers) {
      const from = items.get(caller.node.id);
      if (from === undefined) continue;
      const ofCaller = [...Map.groupBy(sitesOf(caller), uriAt)];
      calls.set(
        caller,
        ofCaller.map(([uri, sites]) => ({ from: { ...from, uri }, fromRanges: sites.map(rangeOf) })),
      );
    }
  }
  return reached.flatMap((caller) => calls.get(caller) ?? []);
}

export async function outgoingCalls(question: FileQuestion, symbol: string): Promise<CallHierarchyOutgoingCall[]> {
  const answer = await known(question.graph.callees({ symbol, maxDepth: 1 }));
  const reached = answer?.reached ?? [];
  const items = await itemsOf(
    question,
    reached.map(({ node }) => node.id),
  );
  if (answer === null) return [];
  const rangeOf = await siteRanges(question, reached.flatMap(sitesOf), answer.target.path);
  return reached.flatMap((one) => {
    const to = items.get(one.node.id);
    return to === undefined ? [] : [{ to, fromRanges: sitesOf(one).map(rangeOf) }];
  });
}

/** The distinct sites of a step. */
function sitesOf({ edges }: ReachedNode): GraphSite[] {
  const sites = new Map<string, GraphSite>();
  for (const { sites: ofEdge } of edges) for (const site of ofEdge) sites.set(`${site.line} ${site.column}`, site);
  return [...sites.values()];
}

/** The ranges of the names at sites. @param path the file of the sites */
async function siteRanges(
  question: FileQuestion,
  sites: readonly GraphSite[],
  path: string,
): Promise<(site: GraphSite) => Range> {
  const lengths = await question.graph.nameLengths(path, sites);
  const file = { engine: question.engine, path };
  const ranges = new Map<string, Range>();
  for (const [at, { line, column }] of sites.entries())
    ranges.set(`${line} ${column}`, await question.places.nameRange(file, { line, column, length: lengths[at]! }));
  return ({ line, column }) => ranges.get(`${line} ${column}`)!;
}

/** The types directly above or below a type. */
export async function relatedTypes(
  question: FileQuestion,
  symbol: string,
  direction: ImplementerDirection,
): Promise<TypeHierarchyItem[]> {
  const answer = await known(question.graph.implementers({ symbol, direction }));
  const ids = (answer?.found ?? []).flatMap(({ node, distance }) => (node === null || distance !== 1 ? [] : [node.id]));
  return [...(await itemsOf(question, ids)).values()];
}
