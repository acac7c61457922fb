/** Answers about a share: text and symbols that it has, and lists of its files. */
import { isDeepStrictEqual } from 'node:util';
import type { Store, IndexView } from '../../store/store.ts';
import { questionSignal } from '../../util/turns/question.ts';
import { listIndexed } from '../files/file-listing.ts';
import { openCompletion } from '../graph/completion.ts';
import type { GraphPart } from '../lazy-part.ts';
import { TextFiles, type TextFilesHost } from '../text/text-files.ts';
import type { AskedText } from '../text/text-part.ts';
import { questionsOfNode } from './bounds.ts';
import { mostHits } from './messages.ts';
import { mostCompletions, type OtherMessages, type ShareStatus } from './other-messages.ts';

/** What these answers need of the repositories. */
export interface OtherHost {
  text: TextFilesHost;
  graph: Pick<GraphPart, 'symbols' | 'symbolNames'>;
  status: () => Promise<ShareStatus>;
}

type Answers = {
  [Kind in keyof OtherMessages]: (
    view: IndexView,
    asked: OtherMessages[Kind]['asked'],
  ) => Promise<OtherMessages[Kind]['answer']>;
};

/** So many searches are kept between their messages: as many as a sender has under way. */
const mostSearches = questionsOfNode.ofOne;

export function otherAnswers({ text, graph, status }: OtherHost): Answers {
  const searches = new TextSearches(text);
  return {
    textScope: (view, asked) => searches.begin(view, asked.text).scope(),
    textFind: (view, asked) => searches.of(view, asked.text).find(asked.request),
    textCount: (view, asked) => searches.of(view, asked.text).count(asked.request),
    textLines: (view, asked) => searches.of(view, asked.text).lines(asked.request),
    symbols: (_, { request }) => graph.symbols(request),
    symbolFiles: async (_, { paths }) => (await graph.symbolNames({ what: 'files', paths })) as boolean[],
    symbolNames: async (_, { written }) => (await graph.symbolNames({ what: 'names', written })) as string[],
    leftOut: ({ store }, filter) => store.leftOut({ ...filter, offset: 0 }),
    statistics: ({ store }) => store.statistics(),
    listed: ({ store }, { filter }) => listIndexed(store, filter),
    status: () => status(),
    completions: ({ store }, { of, typed }) => completionOf(store)[of](typed, mostCompletions),
  };
}

function completionOf(store: Store): ReturnType<typeof openCompletion> {
  return openCompletion(() => Promise.resolve(store));
}

interface KnownSearch {
  asked: AskedText;
  state: IndexView['state'];
  files: TextFiles;
}

/** The files of a question are chosen once for all its messages, of which the one about the scope is the first. */
class TextSearches {
  readonly #host: TextFilesHost;
  /** The last one used is the last. */
  #known: KnownSearch[] = [];

  constructor(host: TextFilesHost) {
    this.#host = { ...host, mostInChosen: mostHits };
  }

  /** Another question with the same words looks at the disk again: files may have changed since the last. */
  begin(view: IndexView, asked: AskedText): TextFiles {
    return this.#keep(view, asked, new TextFiles(this.#host, view, asked, questionSignal));
  }

  of(view: IndexView, asked: AskedText): TextFiles {
    const known = this.#known.find((one) => isSame(one, view, asked));
    return known === undefined ? this.begin(view, asked) : this.#keep(view, asked, known.files);
  }

  #keep(view: IndexView, asked: AskedText, files: TextFiles): TextFiles {
    const others = this.#known.filter((one) => !isSame(one, view, asked));
    this.#known = [...others.slice(1 - mostSearches), { asked, state: view.state, files }];
    return files;
  }
}

function isSame(one: KnownSearch, { state }: IndexView, asked: AskedText): boolean {
  return one.state.documents === state.documents && isDeepStrictEqual(one.asked, asked);
}
