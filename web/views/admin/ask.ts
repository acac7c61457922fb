/** Asking for the administration: its answers change without the index, so they are asked for again every few seconds. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { AdminActions, AdminQuestions, Questions } from '../../../src/explorer/contract.ts';
import type { Asked } from '../../answer.tsx';
import { useExplorer } from '../../context.ts';
import { SourceError } from '../../source.ts';

/** Between two answers (ms). */
const restMs = 10_000;

export interface AskedAgain<Answer> extends Asked<Answer> {
  /** Asks at once: something was changed. */
  again(): void;
}

/** The last answer stays until the next one to the same question; where that fails, its error is shown with it. */
export function useAdmin<Name extends keyof AdminQuestions>(
  question: Name,
  parameters: AdminQuestions[Name]['parameters'],
): AskedAgain<Questions[Name]['answer']> {
  const { source } = useExplorer();
  const key = `${question}?${JSON.stringify(parameters)}`;
  const [turn, setTurn] = useState(0);
  const [kept, keep] = useState<Asked<Questions[Name]['answer']> & { key: string }>({
    ...{ key: '', answer: null, error: null, isWaiting: true },
  });
  useEffect(() => {
    const controller = new AbortController();
    let timer = 0;
    const ask = async (): Promise<void> => {
      // Nobody sees a page in the background.
      if (document.visibilityState === 'visible') {
        try {
          const answer = await source.get(question, parameters, controller.signal);
          keep({ key, answer, error: null, isWaiting: false });
        } catch (error) {
          if (controller.signal.aborted) return;
          const shown = error instanceof SourceError ? error : new SourceError('refused', String(error));
          keep((last) => ({ key, answer: last.key === key ? last.answer : null, error: shown, isWaiting: false }));
        }
      }
      if (!controller.signal.aborted) timer = window.setTimeout(() => void ask(), restMs);
    };
    void ask();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
    // The key stands for the parameters.
  }, [key, source, turn]);
  const again = useCallback(() => setTurn((last) => last + 1), []);
  const { key: of, ...asked } = kept;
  return of === key ? { ...asked, again } : { answer: null, error: null, isWaiting: true, again };
}

/** Does something and says so; then asks for the new state. */
export function useAct(
  again: () => void,
): <Name extends keyof AdminActions>(name: Name, given: AdminActions[Name]['given'], done: string) => void {
  const { source, say } = useExplorer();
  return (name, given, done) => {
    const act = async (): Promise<void> => {
      try {
        await source.act(name, given);
        say(done);
        again();
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
      }
    };
    void act();
  };
}
