/**
 * Asks processes questions while a project changes, and counts the answers that were true, that announced to be behind,
 * and that were wrong.
 * Invariants: an answer is wrong only if it contradicts the disk at every moment between question and answer. Answers
 * during an unfinished edit may be neither before nor after it; these are counted separately.
 */
import type { Expectation, Question } from './expected-answers.ts';
import { behindNote } from './expected-answers.ts';
import type { ToolAnswer } from '../lib/stdio-server.ts';

export interface Wrong {
  kind: string;
  question: string;
  process: string;
  difference: string;
  answer: string;
  /** The last edits before the answer, and how long before the question each was made (ms). */
  edits: string[];
}

export interface Ask {
  question: Question;
  /** The process that was asked. */
  process: string;
  call: () => Promise<ToolAnswer | null>;
}

interface Pending {
  question: Question;
  expectations: Map<string, Expectation>;
  /** Whether an edit was made during the question. */
  isDisturbed: boolean;
}

export type Verdict = 'true' | 'behind' | 'wrong' | 'torn' | 'failed' | 'ended';

/** The most answers that are recorded. */
const maxWrong = 200;

export class AnswerTally {
  readonly latencies = new Map<string, number[]>();
  readonly wrong: Wrong[] = [];
  /** With the reason of the failure. */
  readonly failures = new Map<string, number>();
  /** The notes of answers that were behind. */
  readonly notes = new Map<string, number>();
  /** The time from an answer with such a note to one without it (ms). */
  readonly untilTrue: number[] = [];
  readonly counts: Record<Verdict, number> = { true: 0, behind: 0, wrong: 0, torn: 0, failed: 0, ended: 0 };
  /** Answers with such a note that were true nevertheless. */
  behindButTrue = 0;
  onWrong: ((wrong: Wrong) => void) | null = null;
  readonly #pending = new Set<Pending>();
  readonly #edits: { at: number; what: string }[] = [];

  get questions(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0) - this.counts.ended;
  }

  /** True while a longer edit is under way: answers may show the state before it, after it, or between. */
  isInMotion = false;

  /** Records an edit; to be called after each one. */
  edited(what: string): void {
    this.#edits.push({ at: performance.now(), what });
    if (this.#edits.length > 12) this.#edits.shift();
    for (const pending of this.#pending) {
      const expectation = pending.question.expect();
      pending.expectations.set(expectation.key, expectation);
      pending.isDisturbed = true;
    }
  }

  async ask({ question, process, call }: Ask): Promise<Verdict> {
    const expectation = question.expect();
    const pending: Pending = {
      question,
      expectations: new Map([[expectation.key, expectation]]),
      isDisturbed: this.isInMotion,
    };
    const asked = performance.now();
    this.#pending.add(pending);
    const answer = await call();
    this.#pending.delete(pending);
    const verdict = this.#judge({ pending, answer, asked, process });
    this.counts[verdict]++;
    if (answer !== null) {
      const list = this.latencies.get(question.kind) ?? [];
      list.push(performance.now() - asked);
      this.latencies.set(question.kind, list);
    }
    return verdict;
  }

  /** Repeats the question until the answer has no such note, or the time is over; gives whether it was reached. */
  async follow(ask: Ask, patienceMs: number): Promise<boolean> {
    const began = performance.now();
    for (let pause = 20; performance.now() - began < patienceMs; pause = Math.min(pause * 1.5, 500)) {
      await new Promise((done) => setTimeout(done, pause));
      const verdict = await this.ask(ask);
      if (verdict === 'ended') return true;
      if (verdict === 'behind') continue;
      this.untilTrue.push(performance.now() - began);
      return true;
    }
    return false;
  }

  #judge(asked: { pending: Pending; answer: ToolAnswer | null; asked: number; process: string }): Verdict {
    const { pending, answer } = asked;
    if (answer === null) return 'ended';
    const { question, expectations } = pending;
    const differences = [...expectations.values()].map(({ differs }) => differs(answer));
    const note = behindNote(answer);
    if (note !== null) {
      const kind = note
        .replaceAll(/\S*\/\S*/g, 'PATH')
        .replaceAll(/\d+/g, 'N')
        .slice(0, 160);
      this.notes.set(kind, (this.notes.get(kind) ?? 0) + 1);
      if (differences.includes(null)) this.behindButTrue++;
      return 'behind';
    }
    if (differences.includes(null)) return 'true';
    if (answer.error !== null && !/not found|no such|does not exist/i.test(answer.error)) {
      const what = `${question.kind}: ${answer.error.slice(0, 200)}`;
      this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
      return 'failed';
    }
    if (pending.isDisturbed) return 'torn';
    this.#keepWrong(asked, differences[0] ?? '');
    return 'wrong';
  }

  #keepWrong(
    {
      pending,
      answer,
      asked,
      process,
    }: { pending: Pending; answer: ToolAnswer | null; asked: number; process: string },
    difference: string,
  ): void {
    const { kind, tool, args } = pending.question;
    const wrong: Wrong = {
      ...{ kind, process, difference: difference.slice(0, 1000) },
      question: `${tool} ${JSON.stringify(args)}`,
      answer: answer?.text.slice(0, 1500) ?? '',
      edits: this.#edits.map(({ at, what }) => `${(at - asked).toFixed(0)} ms: ${what.slice(0, 300)}`),
    };
    if (this.wrong.length < maxWrong) this.wrong.push(wrong);
    this.onWrong?.(wrong);
  }
}
