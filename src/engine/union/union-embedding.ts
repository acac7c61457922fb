/** The vectors behind a question to several repositories: those of one embedder, which the first repository that has one names. */
import type { Embedder } from '../../embed/embedder.ts';
import { viewOf, type IndexView } from '../../store/store.ts';
import { embeddingState, type EmbeddingState } from '../embedding/embedding.ts';
import type { QuestionVectors } from '../search/vector-search.ts';
import type { AskedParts } from './asked-parts.ts';

export class UnionEmbedding implements QuestionVectors {
  readonly #parts: AskedParts;
  /** `Embedder.id`; null until it is known. */
  #id: string | null = null;
  #state: EmbeddingState | null = null;

  constructor(parts: AskedParts) {
    this.#parts = parts;
  }

  get #first(): QuestionVectors | undefined {
    return this.#parts.all.map(({ part }) => part.vectors).find(({ isOff }) => !isOff);
  }

  get isOff(): boolean {
    return this.#first === undefined;
  }

  async embedder(): Promise<Embedder | null> {
    const embedder = (await this.#first?.embedder()) ?? null;
    this.#id = embedder?.id ?? null;
    return embedder;
  }

  /** Which files have vectors of this embedder. */
  async state(view: IndexView): Promise<EmbeddingState> {
    this.#state = await embeddingState(view, this.#id, this.#state?.embedder === this.#id ? this.#state : null);
    return this.#state;
  }

  /** Each repository makes its own missing vectors. */
  async catchUp(): Promise<unknown> {
    return Promise.all(
      this.#parts.open.map(async ({ part, store }) => {
        const { missing } = await part.vectors.state(await viewOf(store));
        if (missing.length > 0) await part.vectors.catchUp();
      }),
    );
  }
}
