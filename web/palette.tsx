/** The palette: one field that finds symbols, files, paths between symbols, and places by words. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PaletteAnswer, SiteInfo, SymbolRef } from '../src/explorer/contract.ts';
import { useAnswer } from './answer.tsx';
import { useExplorer } from './context.ts';
import { amount, fileUrl, KindMark, Path, symbolUrl } from './parts.tsx';
import { go, link } from './route.ts';
import type { Trail } from './trail.tsx';

/** Waits until the reader has stopped typing for so long (ms). */
const restMs = 40;

interface Choice {
  key: string;
  url: string;
  group: string;
  shown: VNode;
}

function symbolChoice(symbol: SymbolRef, group: string): Choice {
  return {
    key: symbol.id,
    url: symbolUrl(symbol.id),
    group,
    shown: (
      <>
        <KindMark kind={symbol.kind} />
        <bdi class="name">{symbol.qualified}</bdi>
        <Path path={symbol.path} />
      </>
    ),
  };
}

/** Says where nothing is named as it was typed. */
const groupOf = ({ isCorrected }: PaletteAnswer): string => (isCorrected === true ? 'Similar names' : 'Symbols');

function words(group: string, text: string, url: string): Choice {
  return { key: group + url, url, group, shown: <span>{text}</span> };
}

/** `a -> b`, also with the arrow of a keyboard that has one. */
export function pathEnds(typed: string): { from: string; to: string } | null {
  const [from = '', to = '', ...more] = typed.split(/->|→/);
  return more.length > 0 || from.trim() === '' || to.trim() === '' ? null : { from: from.trim(), to: to.trim() };
}

/** What a typed text can mean, the likeliest first. */
function choicesFor(typed: string, answer: PaletteAnswer | null, trail: Trail, isSite: boolean): Choice[] {
  const text = typed.trim();
  if (text === '') {
    const seen = (group: string) => (one: { url: string; title: string }) => words(group, one.title, one.url);
    return [...trail.pins.map(seen('Pinned')), ...trail.visited.slice(1, 12).map(seen('Visited'))];
  }
  const ends = pathEnds(text);
  if (ends !== null && !isSite) return [words('Path', `From ${ends.from} to ${ends.to}`, link('path', ends))];
  const found =
    answer === null
      ? []
      : [
          ...answer.symbols.shown.map((one) => symbolChoice(one, groupOf(answer))),
          ...answer.files.shown.map((path): Choice => ({
            key: `file ${path}`,
            url: fileUrl(path),
            group: 'Files',
            shown: <Path path={path} />,
          })),
        ];
  if (isSite) return found;
  const searches = [
    words('Search', `Search for “${text}”`, link('search', { q: text })),
    words('Search', `Lines with the text “${text}”`, link('search', { q: text, mode: 'text' })),
  ];
  // Words are for the search first; a name is a name first.
  return /\s/.test(text) ? [...searches, ...found] : [...found.slice(0, 48), ...searches];
}

/** The true totals of groups that are not shown whole. */
function moreOf(group: string, answer: PaletteAnswer | null): string {
  const list = group === 'Symbols' ? answer?.symbols : group === 'Files' ? answer?.files : undefined;
  return list === undefined || list.total <= list.shown.length
    ? ''
    : ` ${amount(list.shown.length)} of ${amount(list.total)}`;
}

export function Palette({ text, trail, close }: { text: string; trail: Trail; close: () => void }): VNode {
  const { source } = useExplorer();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState(text);
  const [asked, ask] = useState(text.trim());
  const [at, setAt] = useState(0);
  const { answer } = useAnswer('palette', asked === '' ? null : { q: asked });
  const [last, keep] = useState<PaletteAnswer | null>(null);
  useEffect(() => {
    if (answer !== null || asked === '') keep(answer);
  }, [answer, asked]);
  useEffect(() => {
    const timer = setTimeout(() => ask(typed.trim()), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  // Before the next key: what is typed right after the key that opens the palette is meant for its field.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const choices = choicesFor(typed, answer ?? last, trail, source.site !== null);
  const chosen = Math.min(at, choices.length - 1);
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const open = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    close();
    go(choice.url);
  };
  const key = (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(choices.length - 1, chosen + move)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // What was typed a moment ago is searched for, where its names are not there yet.
      open(choices[chosen]);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Find"
      // Right away: `close` comes later, and a key between both would be lost.
      onCancel={close}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div class="palette-box">
        <Field
          typed={typed}
          chosen={choices.length === 0 ? null : chosen}
          type={(text) => {
            setTyped(text);
            setAt(0);
          }}
          press={key}
        />
        <Choices choices={choices} chosen={chosen} answer={answer ?? last} open={open} choose={setAt} />
        {source.site !== null && asked !== '' && answer !== null && choices.length === 0 ? (
          <NothingInSite typed={asked} site={source.site} />
        ) : null}
        <p class="palette-help" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
        </p>
      </div>
    </dialog>
  );
}

/** A site finds names alone, and not all: a server searches for what has no name. */
function NothingInSite({ typed, site: { symbols, files } }: { typed: string; site: SiteInfo }): VNode {
  return (
    <p class="palette-none" role="status">
      No name in this site contains “<bdi>{typed}</bdi>”. It has {amount(symbols.inSite)} of {amount(symbols.total)}{' '}
      symbols and {amount(files.inSite)} of {amount(files.total)} files; <code>code-scout open</code>, in the project,
      finds all.
    </p>
  );
}

interface ChoicesProps {
  choices: readonly Choice[];
  chosen: number;
  answer: PaletteAnswer | null;
  open: (choice: Choice) => void;
  choose: (index: number) => void;
}

function Choices({ choices, chosen, answer, open, choose }: ChoicesProps): VNode {
  return (
    <ul id="palette-choices" role="listbox" aria-label="What it may mean">
      {choices.flatMap((choice, index) => {
        const isFirst = choices[index - 1]?.group !== choice.group;
        const head = isFirst ? (
          <li key={`group ${choice.group}`} role="presentation" class="group">
            {choice.group}
            <span class="total">{moreOf(choice.group, answer)}</span>
          </li>
        ) : null;
        return [
          head,
          <li
            key={choice.key}
            id={`choice-${index}`}
            role="option"
            aria-selected={index === chosen}
            class="choice"
            onClick={() => open(choice)}
            onMouseMove={() => choose(index)}
          >
            {choice.shown}
          </li>,
        ];
      })}
    </ul>
  );
}

interface FieldProps {
  typed: string;
  /** The position of the chosen entry; null without entries. */
  chosen: number | null;
  type: (text: string) => void;
  press: (event: KeyboardEvent) => void;
}

function Field({ typed, chosen, type, press }: FieldProps): VNode {
  return (
    <input
      type="text"
      role="combobox"
      aria-expanded="true"
      aria-controls="palette-choices"
      aria-activedescendant={chosen === null ? undefined : `choice-${chosen}`}
      aria-label="Find a symbol, a file, a text or a path"
      placeholder="A name, a file, words, or  a -> b"
      autocomplete="off"
      spellcheck={false}
      value={typed}
      onInput={(event) => type(event.currentTarget.value)}
      onKeyDown={press}
    />
  );
}
