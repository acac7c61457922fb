/**
 * The keyboard, for every view: arrows move in a list and from list to list. A list is an element with `data-list`, and its entries are the links and
 * buttons in it.
 */

/** Whether a key belongs to what the reader is typing. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:input|select|textarea)$/i.test(target.tagName))
  );
}

const entrySelector = 'a[href], button:not([disabled])';

function entriesOf(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(entrySelector)].filter(
    (entry) => entry.closest('[data-list]') === list,
  );
}

/** Moves the focus; returns whether the key was used. */
export function moveByArrow(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event)) return false;
  const steps: Readonly<Record<string, [along: number, across: number]>> = {
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
  };
  const step = steps[event.key];
  const list = document.activeElement?.closest('[data-list]');
  if (step === undefined || list === null || list === undefined) return false;
  const [along, across] = step;
  const target = along === 0 ? firstOfOtherList(list, across) : neighbourIn(list, along);
  if (target === undefined) return false;
  target.focus();
  target.scrollIntoView({ block: 'nearest' });
  return true;
}

function neighbourIn(list: Element, along: number): HTMLElement | undefined {
  const entries = entriesOf(list);
  const at = entries.findIndex((entry) => entry === document.activeElement);
  return entries[at + along];
}

function firstOfOtherList(list: Element, across: number): HTMLElement | undefined {
  const lists = [...document.querySelectorAll('main [data-list]')].filter((one) => entriesOf(one).length > 0);
  const other = lists[lists.indexOf(list) + across];
  return other === undefined ? undefined : entriesOf(other)[0];
}

/** Gives the focus to the first entry of the first list of the view. */
export function focusFirstList(): boolean {
  for (const list of document.querySelectorAll('main [data-list]')) {
    const [entry] = entriesOf(list);
    if (entry === undefined) continue;
    entry.focus();
    return true;
  }
  return false;
}
