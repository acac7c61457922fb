/** Asking, waiting and failing, the same for every view. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { QuestionName, Questions } from '../src/explorer/contract.ts';
import { useExplorer } from './context.ts';
import { useRoute } from './route.ts';
import { SourceError } from './source.ts';

export interface Asked<Answer> {
  /** The last answer; null before the first, and where the question has changed and the new answer is not there. */
  answer: Answer | null;
  error: SourceError | null;
  /** Whether an answer is on its way. */
  isWaiting: boolean;
}

interface Kept<Answer> extends Asked<Answer> {
  key: string;
}

/**
 * Asks, and asks again when the parameters or the index change. Null parameters: nothing is asked.
 * While the same question is asked again, its last answer stays.
 */
export function useAnswer<Name extends QuestionName>(
  question: Name,
  parameters: Questions[Name]['parameters'] | null,
): Asked<Questions[Name]['answer']> {
  const { source, generation } = useExplorer();
  // Every question is about the project that the URL names.
  const { project = '' } = useRoute().parameters;
  const key = parameters === null ? '' : `${project} ${question}?${JSON.stringify(parameters)}`;
  const [kept, keep] = useState<Kept<Questions[Name]['answer']>>({
    key: '',
    answer: null,
    error: null,
    isWaiting: false,
  });
  useEffect(() => {
    if (parameters === null) return;
    const controller = new AbortController();
    keep((last) => ({ key, answer: last.key === key ? last.answer : null, error: null, isWaiting: true }));
    source.get(question, parameters, controller.signal).then(
      (answer) => keep({ key, answer, error: null, isWaiting: false }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        const shown = error instanceof SourceError ? error : new SourceError('refused', String(error));
        keep({ key, answer: null, error: shown, isWaiting: false });
      },
    );
    return () => controller.abort();
    // The key stands for the parameters.
  }, [key, generation, source]);
  if (kept.key !== key) return { answer: null, error: null, isWaiting: key !== '' };
  return kept;
}

interface AnsweredProps<Answer> {
  asked: Asked<Answer>;
  /** What is being waited for: "the callers". */
  what: string;
  children: (answer: Answer) => ComponentChildren;
}

/** Shows an answer, or that it is on its way, or why there is none. */
export function Answered<Answer>({ asked, what, children }: AnsweredProps<Answer>): VNode {
  if (asked.answer !== null) return <>{children(asked.answer)}</>;
  if (asked.error !== null) return <Failure error={asked.error} />;
  return (
    <p class="waiting" role="status">
      Reading {what} …
    </p>
  );
}

export function Failure({ error }: { error: SourceError }): VNode {
  return (
    <div class="failure" role="alert">
      <p>{error.message}</p>
      {error.hint === null ? null : <p class="quiet">{error.hint}</p>}
    </div>
  );
}

/** A sentence about how current an answer is. */
export function Note({ text }: { text: string | null }): VNode | null {
  return text === null ? null : (
    <p class="note" role="note">
      {text}
    </p>
  );
}
