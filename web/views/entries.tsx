/** Where a project is entered from outside, and what nothing enters. */
import type { VNode } from 'preact';
import type { EntriesAnswer, SymbolRef, UnusedShown } from '../../src/explorer/contract.ts';
import { Answered, Note, useAnswer } from '../answer.tsx';
import { formText } from '../form-text.ts';
import { amount, counted, Empty, fileUrl, KindMark, Path, symbolUrl } from '../parts.tsx';
import { go, link, type Route } from '../route.ts';
import type { ViewProps } from '../view.ts';

const parts = [
  { part: 'commands', label: 'Commands' },
  { part: 'api', label: 'Exported API' },
  { part: 'tests', label: 'Tests' },
  { part: 'unused', label: 'Unused' },
] as const;
type Part = (typeof parts)[number]['part'];

export function EntriesView({ parameters }: ViewProps): VNode {
  const part = parts.find((one) => one.part === parameters['part'])?.part ?? 'commands';
  return (
    <div class="structure entries">
      <h1>Entry points</h1>
      <div class="toolbar">
        <div class="segments" role="group" aria-label="Kind of entry points">
          {parts.map((one) => (
            <button
              key={one.part}
              type="button"
              aria-pressed={one.part === part}
              onClick={() => go(link('entries', { part: one.part }))}
            >
              {one.label}
            </button>
          ))}
        </div>
      </div>
      {part === 'unused' ? <Unused parameters={parameters} /> : <Entries part={part} />}
    </div>
  );
}

function Entries({ part }: { part: Part }): VNode {
  const asked = useAnswer('entries', {});
  return (
    <Answered asked={asked} what="the entry points">
      {(answer) => (
        <>
          {answer.notes.map((note) => (
            <Note key={note} text={note} />
          ))}
          {part === 'commands' ? <Commands commands={answer.commands} /> : null}
          {part === 'api' ? <Api exported={answer.exported} /> : null}
          {part === 'tests' ? <Tests tests={answer.tests} /> : null}
        </>
      )}
    </Answered>
  );
}

function More({ total, shown, what }: { total: number; shown: number; what: string }): VNode | null {
  return shown < total ? <p class="quiet more">{counted(total - shown, `more ${what}`)}</p> : null;
}

/** A symbol, or a file, as a link. */
function SymbolLink({ symbol }: { symbol: SymbolRef }): VNode {
  return symbol.kind === 'file' ? (
    <a href={fileUrl(symbol.path)}>
      <Path path={symbol.path} />
    </a>
  ) : (
    <a href={symbolUrl(symbol.id)}>
      <bdi class="name">{symbol.qualified}</bdi>
    </a>
  );
}

function Commands({ commands }: { commands: EntriesAnswer['commands'] }): VNode {
  if (commands.total === 0) {
    return <Empty>No manifest names a command, and no function is named main.</Empty>;
  }
  return (
    <>
      <p class="summary">
        {counted(commands.total, 'command')}: what manifests name, and functions named <code>main</code>.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Command</th>
            <th scope="col">Runs</th>
            <th scope="col">Known from</th>
          </tr>
        </thead>
        <tbody>
          {commands.shown.map(({ name, source, target, written }) => (
            <tr key={`${name} ${source} ${target?.id ?? written}`}>
              <td>
                {target?.path === name ? (
                  <a href={fileUrl(target.path, target.line)}>
                    <Path path={name} />
                  </a>
                ) : (
                  <bdi class="name">{name}</bdi>
                )}
              </td>
              <td>
                {target === null ? (
                  <span class="quiet">
                    <bdi class="name">{written}</bdi>, not in the index
                  </span>
                ) : (
                  <SymbolLink symbol={target} />
                )}
                {target !== null && target.kind !== 'file' && target.path !== name ? (
                  <a class="quiet second" href={fileUrl(target.path, target.line)}>
                    <Path path={target.path} />
                  </a>
                ) : null}
              </td>
              <td class="quiet">{source.includes('.') ? <a href={fileUrl(source)}>{source}</a> : source}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <More total={commands.total} shown={commands.shown.length} what="command" />
    </>
  );
}

function Api({ exported }: { exported: EntriesAnswer['exported'] }): VNode {
  if (exported.total === 0) {
    return (
      <Empty>
        No manifest names a module that is in the index, and there is no package. Under Unused, exported symbols that
        nothing in the project uses can be listed.
      </Empty>
    );
  }
  return (
    <>
      <p class="summary">What others can use: the exports of modules that manifests name, and of packages.</p>
      {exported.shown.map(({ package: name, file, isFolder, symbols }) => (
        <section key={file} class="api">
          <h2>
            <bdi>{name}</bdi>
            <a href={isFolder ? link('map', { open: file === '' ? '.' : file }) : fileUrl(file)}>
              <Path path={file === '' ? '.' : file} />
            </a>
            <span class="total">{amount(symbols.total)}</span>
          </h2>
          <ul class="columns" data-list>
            {symbols.shown.map((symbol) => (
              <li key={symbol.id}>
                <KindMark kind={symbol.kind} />
                <SymbolLink symbol={symbol} />
              </li>
            ))}
          </ul>
          <More total={symbols.total} shown={symbols.shown.length} what="symbol" />
        </section>
      ))}
      <More total={exported.total} shown={exported.shown.length} what="module" />
    </>
  );
}

function Tests({ tests }: { tests: EntriesAnswer['tests'] }): VNode {
  if (tests.files === 0) return <Empty>No file of the project is a test.</Empty>;
  const most = Math.max(...tests.folders.shown.map(({ files }) => files));
  return (
    <>
      <p class="summary">
        {counted(tests.files, 'test file')} in {counted(tests.folders.total, 'folder')}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Folder</th>
            <th scope="col" class="number-column">
              Files
            </th>
            <th scope="col" aria-label="Share" />
          </tr>
        </thead>
        <tbody>
          {tests.folders.shown.map(({ folder, files }) => (
            <tr key={folder}>
              <td>
                <a href={link('search', { q: folder, mode: 'text', prefix: folder })}>
                  <Path path={folder} />
                </a>
              </td>
              <td class="number-column">{amount(files)}</td>
              <td class="bar-column" aria-hidden="true">
                <span class="bar-part" style={{ width: `${(files / most) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <More total={tests.folders.total} shown={tests.folders.shown.length} what="folder" />
    </>
  );
}

/** Why symbols without a known use are not listed. */
const reasons: Readonly<Record<UnusedShown['leftOff'][number]['reason'], string>> = {
  exported: 'exported: programs outside of the project may use them',
  notExported: 'not exported',
  reexported: 'exported again by another file',
  wholeFile: 'in a file that is used as a whole',
  entryPoint: 'a program starts there',
  test: 'test code',
  decorated: 'with a decorator, an annotation or an attribute',
  overrides: 'override or implement something, or their class has a base outside of the project',
  implicit: 'the language may call them by itself',
  form: 'members of an interface, an object type or an object literal',
  declaredTwice: 'with another declaration, which may be the one that is used',
  nameOnly: 'in languages that are linked by name only',
  unresolved: 'an unresolved reference has their name',
  inText: 'their name is in a string, or in a file that is not code',
  named: 'their name is in code where the graph has no link',
  unchecked: 'not looked for: the texts of the project are too long',
};

function Unused({ parameters }: { parameters: Route['parameters'] }): VNode {
  const exported = parameters['exported'] === 'yes' ? 'yes' : 'no';
  const { path } = parameters;
  const asked = useAnswer('unused', { exported, ...(path === undefined ? {} : { path }) });
  const show = (change: Record<string, string | undefined>): void =>
    go(
      link('entries', { part: 'unused', exported: exported === 'yes' ? 'yes' : undefined, path, ...change }),
      'replace',
    );
  return (
    <>
      <form
        class="toolbar inline-form"
        key={path ?? ''}
        onSubmit={(event) => {
          event.preventDefault();
          show({ path: formText(new FormData(event.currentTarget), 'path') });
        }}
      >
        <input
          type="text"
          name="path"
          defaultValue={path ?? ''}
          aria-label="Only in this folder"
          placeholder="Only in a folder"
        />
        <label>
          <input
            type="checkbox"
            checked={exported === 'yes'}
            onChange={() => show({ exported: exported === 'yes' ? undefined : 'yes' })}
          />{' '}
          Exported symbols
        </label>
      </form>
      <Answered asked={asked} what="what is unused">
        {(answer) => <UnusedList answer={answer} />}
      </Answered>
    </>
  );
}

function UnusedList({ answer }: { answer: UnusedShown }): VNode {
  const { total, files, symbols, leftOff, checkedFiles, skippedFiles, note } = answer;
  const byFile = new Map<string, SymbolRef[]>();
  for (const symbol of symbols.shown) byFile.set(symbol.path, [...(byFile.get(symbol.path) ?? []), symbol]);
  return (
    <div class="two">
      <section>
        <p class="summary">
          {total === 0 ? 'Nothing is unused' : `${counted(total, 'symbol')} in ${counted(files, 'file')}`}, of{' '}
          {counted(checkedFiles, 'file')} that were checked
          {skippedFiles === 0 ? '' : `; ${amount(skippedFiles)} were not: tests, generated, vendored or example code`}.
        </p>
        <Note text={note} />
        <div data-list>
          {[...byFile].map(([path, ofFile]) => (
            <div key={path} class="group">
              <h3>
                <a href={fileUrl(path)}>
                  <Path path={path} />
                </a>
              </h3>
              <ul>
                {ofFile.map((symbol) => (
                  <li key={symbol.id}>
                    <KindMark kind={symbol.kind} /> <SymbolLink symbol={symbol} />{' '}
                    <span class="quiet">:{symbol.line}</span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <More total={symbols.total} shown={symbols.shown.length} what="symbol" />
      </section>
      <section>
        <h2>
          Not listed, although no use is known{' '}
          <span class="total">{amount(leftOff.reduce((sum, { count }) => sum + count, 0))}</span>
        </h2>
        <table>
          <thead class="unseen">
            <tr>
              <th scope="col">Symbols</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {leftOff.map(({ reason, count }) => (
              <tr key={reason}>
                <td class="number-column">{amount(count)}</td>
                <td>{reasons[reason]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
