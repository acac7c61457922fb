/** The card of a name: signature, doc, callers. It comes with the mouse and with the keyboard, and goes with Esc. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { HoverAnswer } from '../../src/explorer/contract.ts';
import { useExplorer } from '../context.ts';
import { counted, KindMark } from '../parts.tsx';

/** The reader rests on a name for so long before its card comes (ms). */
const restMs = 220;

interface Card {
  answer: HoverAnswer;
  /** Other symbols that the place may name. */
  others: number;
  left: number;
  top: number;
  isAbove: boolean;
}

function cardPlace(element: Element): Pick<Card, 'left' | 'top' | 'isAbove'> {
  const box = element.getBoundingClientRect();
  const isAbove = box.bottom > innerHeight * 0.65;
  return {
    left: Math.max(8, Math.min(box.left, innerWidth - 496)),
    top: isAbove ? box.top - 6 : box.bottom + 6,
    isAbove,
  };
}

/** Listens on the whole page: every link with `data-id` has a card. */
export function HoverCards(): VNode | null {
  const { source, generation } = useExplorer();
  const [card, setCard] = useState<Card | null>(null);
  const answers = useRef(new Map<string, HoverAnswer>());
  useEffect(() => answers.current.clear(), [generation]);
  useEffect(() => {
    let timer = 0;
    let present: Element | null = null;
    let controller: AbortController | null = null;
    const hide = (): void => {
      clearTimeout(timer);
      controller?.abort();
      present = null;
      setCard(null);
    };
    const show = async (element: HTMLElement, id: string): Promise<void> => {
      controller = new AbortController();
      const known = answers.current.get(id);
      const answer = known ?? (await source.get('hover', { id }, controller.signal).catch(() => null));
      if (answer === null || present !== element) return;
      answers.current.set(id, answer);
      setCard({ answer, others: Number(element.dataset['others'] ?? 0), ...cardPlace(element) });
    };
    const enter = ({ target, type }: Event): void => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
      if (element === present) return;
      hide();
      const id = element?.dataset['id'];
      // A click gives the focus, too: a card comes only with the keyboard's.
      if (element === null || id === undefined || (type === 'focusin' && !element.matches(':focus-visible'))) return;
      present = element;
      timer = window.setTimeout(() => void show(element, id), restMs);
    };
    const key = ({ key: pressed }: KeyboardEvent): void => {
      if (pressed === 'Escape') hide();
    };
    document.addEventListener('mouseover', enter);
    document.addEventListener('focusin', enter);
    document.addEventListener('scroll', hide, true);
    addEventListener('hashchange', hide);
    document.addEventListener('keydown', key);
    return () => {
      hide();
      document.removeEventListener('mouseover', enter);
      document.removeEventListener('focusin', enter);
      document.removeEventListener('scroll', hide, true);
      removeEventListener('hashchange', hide);
      document.removeEventListener('keydown', key);
    };
  }, [source]);
  if (card === null) return null;
  const { answer, others, left, top, isAbove } = card;
  const { symbol, doc, callers } = answer;
  return (
    <div class={`card ${isAbove ? 'above' : ''}`} role="tooltip" style={{ left: `${left}px`, top: `${top}px` }}>
      <p class="card-head">
        <KindMark kind={symbol.kind} /> <bdi class="name">{symbol.qualified}</bdi>
      </p>
      {symbol.signature === null ? null : <code class="signature">{symbol.signature}</code>}
      {doc === null ? null : <p class="doc">{doc}</p>}
      <p class="quiet">
        <bdi>{symbol.path}</bdi>
        {symbol.line > 0 ? `:${symbol.line}` : ''} · {callers === 0 ? 'no known caller' : counted(callers, 'caller')}
        {others > 0 ? ` · or ${counted(others, 'other symbol')}` : ''}
      </p>
    </div>
  );
}
