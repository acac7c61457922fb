/** The shares of a question: messages to all of them, or to those that have a file, each of one state. */
import { AppError } from '../../model/error.ts';
import { joinedFigures, joinedTerms, type CorpusFigures, type TermFigures } from '../../search/corpus.ts';
import type { Figures } from './corpus.ts';
import { mostTexts, type GivenCorpus, type MessageKind, type Messages } from './messages.ts';
import type { ShareQuestion, ShareReply } from './messages.ts';

/** A share of the repositories, in this process or at another node. */
export interface ShareLink {
  /** Rejects where the share cannot be reached. */
  send: <Kind extends MessageKind>(question: ShareQuestion<Kind>) => Promise<ShareReply<Kind>>;
}

/** Thrown where a share has another state than at the beginning of the question, which then has to begin anew. */
export class ShareChanged extends AppError {
  constructor() {
    super('InternalError', 'The repositories have changed while they were asked', { hint: 'Ask again.' });
  }
}

export function piecesOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** A file of a share. */
export interface OwnFile {
  share: number;
  id: number;
}

export class AskedShares {
  readonly #links: readonly ShareLink[];
  readonly #whose: 'words' | 'tags';
  /** By share; null before the first message. */
  readonly #states: (string | null)[];
  readonly #terms = new Map<string, TermFigures>();
  #corpus: CorpusFigures | null = null;
  /** Notes of the shares on how they differ from the disk. */
  #notes: ReadonlySet<string> = new Set();
  /** Files by their number in this question, from 1. */
  readonly #files: OwnFile[] = [];
  readonly #numbers: Map<number, number>[];

  /** @param whose for which ranking terms are read */
  constructor(links: readonly ShareLink[], whose: 'words' | 'tags') {
    this.#links = links;
    this.#whose = whose;
    this.#states = links.map(() => null);
    this.#numbers = links.map(() => new Map<number, number>());
  }

  /** The number of a share's file in this question. */
  numberOf(share: number, id: number): number {
    const numbers = this.#numbers[share]!;
    let number = numbers.get(id);
    if (number === undefined) {
      number = this.#files.push({ share, id });
      numbers.set(id, number);
    }
    return number;
  }

  /** The answers of all shares, in their order. Rejects with the error that a share has found in the question, a `ShareChanged`, or as `send`. */
  askAll<Kind extends MessageKind>(kind: Kind, asked: Messages[Kind]['asked']): Promise<Messages[Kind]['answer'][]> {
    return Promise.all(this.#links.map((_, share) => this.#ask(share, kind, asked)));
  }

  /** The answer of one share. Rejects as `askAll`. */
  askOne<Kind extends MessageKind>(
    share: number,
    kind: Kind,
    asked: Messages[Kind]['asked'],
  ): Promise<Messages[Kind]['answer']> {
    return this.#ask(share, kind, asked);
  }

  /** Asks each share about its own files. @returns the answers with the ids that were asked, by share */
  async askOwners<Kind extends 'details' | 'texts' | 'outlines'>(
    kind: Kind,
    numbers: readonly number[],
  ): Promise<{ share: number; ids: readonly number[]; answer: Messages[Kind]['answer'] }[]> {
    const byShare = Map.groupBy(
      [...new Set(numbers)].map((number) => this.#files[number - 1]!),
      ({ share }) => share,
    );
    const most = kind === 'texts' ? mostTexts : Infinity;
    const parts = [...byShare].flatMap(([share, files]) => {
      const ids = files.map(({ id }) => id);
      return most >= ids.length ? [{ share, ids }] : piecesOf(ids, most).map((piece) => ({ share, ids: piece }));
    });
    return Promise.all(parts.map(async ({ share, ids }) => ({ share, ids, answer: await this.#ask(share, kind, { ids }) }))); // prettier-ignore
  }

  async #ask<Kind extends MessageKind>(
    share: number,
    kind: Kind,
    asked: Messages[Kind]['asked'],
  ): Promise<Messages[Kind]['answer']> {
    const reply = await this.#links[share]!.send({ kind, asked, state: this.#states[share]! });
    if ('changed' in reply) throw new ShareChanged();
    if ('error' in reply) {
      const { code, message, hint, next, details } = reply.error;
      throw new AppError(code, message, {
        ...(hint === null ? {} : { hint }),
        ...(next === null ? {} : { next }),
        ...(details === null ? {} : { details }),
      });
    }
    this.#states[share] = reply.state;
    return reply.answer;
  }

  /** What is known of all files together, and of the terms, in their order. */
  async figures(terms: readonly string[]): Promise<Figures> {
    const missing = terms.filter((term) => !this.#terms.has(term));
    if (this.#corpus === null || missing.length > 0) {
      const all = await this.askAll('figures', { terms: missing, for: this.#whose });
      this.#corpus ??= joinedFigures(all.map(({ corpus }) => corpus));
      const joined = joinedTerms(all.map((one) => one.terms));
      for (const [at, term] of missing.entries()) this.#terms.set(term, joined[at]!);
      this.#notes = new Set(all.flatMap(({ note }) => note ?? []));
    }
    return { corpus: this.#corpus, terms: terms.map((term) => this.#terms.get(term)!) };
  }

  /** The same for shares. */
  async given(terms: readonly string[]): Promise<GivenCorpus> {
    const { corpus, terms: figures } = await this.figures(terms);
    return { figures: corpus, terms: terms.map((term, at) => [term, figures[at]!] as const) };
  }

  /** How the shares differ from the disk, as they said with the figures; null if they do not. */
  get note(): string | null {
    return [...this.#notes].join(' ') || null;
  }
}
