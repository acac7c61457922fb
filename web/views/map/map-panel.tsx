/** What stands beside a map: the selected part or edge, the circles, and what is not on the map. */
import type { VNode } from 'preact';
import type { MapAnswer, MapBox, MapCycle } from '../../../src/explorer/contract.ts';
import { Answered, Note, useAnswer } from '../../answer.tsx';
import { counted } from '../../parts.tsx';
import { link } from '../../route.ts';
import { boxLabel } from './map-layout.ts';
import { EdgeButton } from './map-list.tsx';
import type { MapActions, MapState } from './map-state.ts';

interface PanelProps {
  map: MapAnswer;
  state: MapState;
  actions: MapActions;
}

export function MapPanel({ map, state, actions }: PanelProps): VNode {
  const box = map.boxes.find(({ id }) => id === state.box);
  return (
    <aside class="map-panel" aria-label="About the map">
      {state.edge === null ? null : <EdgePart {...{ map, state, actions }} />}
      {box === undefined ? null : <BoxPart {...{ map, box, actions }} />}
      {state.edge === null && box === undefined ? <Overview {...{ map, state, actions }} /> : null}
    </aside>
  );
}

function BoxPart({ map, box, actions }: { map: MapAnswer; box: MapBox; actions: MapActions }): VNode {
  const at = map.boxes.indexOf(box);
  const uses = map.edges.filter(({ from }) => from === at);
  const usedBy = map.edges.filter(({ to }) => to === at);
  return (
    <section aria-live="polite">
      <div class="panel-head">
        <h2>{box.id}</h2>
        <button type="button" class="small" aria-label="Close" onClick={() => actions.selectBox(null)}>
          ✕
        </button>
      </div>
      {box.package === null ? null : <p class="quiet">Package {box.package}</p>}
      <dl class="facts">
        <dt>Size</dt>
        <dd>
          {counted(box.files, 'file')}, {counted(box.lines, 'line')}, {counted(box.symbols, 'definition')}
        </dd>
        <dt>Used by</dt>
        <dd>{counted(box.users, 'file')} of other parts</dd>
        <dt>Changed</dt>
        <dd>
          in {box.changes} of the last {counted(map.commits, 'commit')}
        </dd>
      </dl>
      <p class="buttons">
        {box.canOpen ? (
          <button type="button" onClick={() => actions.unfold(box.id)}>
            Unfold
          </button>
        ) : null}
        {box.context === '' ? null : (
          <button type="button" onClick={() => actions.fold(box.context)}>
            Fold {box.context.split('/').at(-1)}
          </button>
        )}
        <button type="button" onClick={() => actions.hide(box.id)}>
          Hide
        </button>
        {box.kind === 'file' ? (
          <a class="button" href={link('file', { path: box.id })}>
            Open the file
          </a>
        ) : null}
      </p>
      <EdgeList title="Uses" edges={uses} end="to" {...{ map, actions }} />
      <EdgeList title="Used by" edges={usedBy} end="from" {...{ map, actions }} />
    </section>
  );
}

function EdgeList({
  map,
  actions,
  title,
  edges,
  end,
}: Omit<PanelProps, 'state'> & { title: string; edges: MapAnswer['edges']; end: 'from' | 'to' }): VNode | null {
  if (edges.length === 0) return null;
  return (
    <>
      <h3>
        {title} <span class="count">{edges.length}</span>
      </h3>
      <ul class="edge-list">
        {edges.map((edge) => (
          <li key={`${edge.from} ${edge.to}`}>
            <EdgeButton {...{ map, edge, actions, end }} />
          </li>
        ))}
      </ul>
    </>
  );
}

function EdgePart({ state, actions }: PanelProps): VNode | null {
  const { edge } = state;
  const asked = useAnswer(
    'mapEdge',
    edge === null ? null : { ...edge, ...(state.tests ? { tests: 'with' as const } : {}) },
  );
  if (edge === null) return null;
  return (
    <section aria-live="polite">
      <div class="panel-head">
        <h2>
          {edge.from} <span class="quiet">uses</span> {edge.to}
        </h2>
        <button type="button" class="small" aria-label="Close" onClick={() => actions.selectBox(null)}>
          ✕
        </button>
      </div>
      <p class="buttons">
        <button type="button" onClick={() => actions.selectBox(edge.from)}>
          {edge.from.split('/').at(-1)}
        </button>
        <button type="button" onClick={() => actions.selectBox(edge.to)}>
          {edge.to.split('/').at(-1)}
        </button>
      </p>
      <Answered asked={asked} what="what is behind it">
        {(answer) => (
          <>
            <p class="quiet">
              {counted(answer.links, 'place')} in {counted(answer.pairs.total, 'pair')} of files
              {answer.pairs.shown.length < answer.pairs.total ? `, ${answer.pairs.shown.length} shown` : ''}
            </p>
            <Note text={answer.note} />
            <ul class="pairs">
              {answer.pairs.shown.map((pair) => (
                <li key={`${pair.from} ${pair.to}`}>
                  <p>
                    <a href={link('file', { path: pair.from, line: pair.line || undefined })}>
                      {pair.from}
                      {pair.line === 0 ? '' : `:${pair.line}`}
                    </a>{' '}
                    <span class="quiet">
                      {pair.isImport ? (pair.isTypeOnly ? 'imports types of' : 'imports') : 'uses'}
                      {pair.guessed >= pair.links ? ' (by name only)' : ''}
                    </span>{' '}
                    <a href={link('file', { path: pair.to })}>{pair.to}</a>{' '}
                    <span class="count" title="places that name something of it">
                      {pair.links}
                    </span>
                  </p>
                  {pair.text === '' ? null : <code class="line">{pair.text}</code>}
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </section>
  );
}

function Overview({ map, actions }: PanelProps): VNode {
  const { tests, foreign, withoutCode } = map.filesLeftOut;
  const leftOut = [
    tests === 0 ? null : counted(tests, 'test file'),
    foreign === 0 ? null : counted(foreign, 'generated or vendored file'),
    withoutCode === 0 ? null : `${counted(withoutCode, 'file')} without code`,
  ].filter((text) => text !== null);
  return (
    <>
      <Cycles {...{ map, actions }} />
      <Legend />
      {map.opened.length === 0 ? null : (
        <section>
          <h2>Unfolded</h2>
          <ul class="chips">
            {map.opened.map(({ id }) => (
              <li key={id}>
                <button
                  type="button"
                  class="small"
                  aria-label={`Fold ${openedLabel(id)}`}
                  onClick={() => actions.fold(id)}
                >
                  {openedLabel(id)} <span aria-hidden="true">−</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {map.hidden.length === 0 ? null : (
        <section>
          <h2>Hidden</h2>
          <ul class="chips">
            {map.hidden.map((id) => (
              <li key={id}>
                <button type="button" class="small" aria-label={`Show ${id}`} onClick={() => actions.show(id)}>
                  {id} <span aria-hidden="true">+</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {leftOut.length === 0 ? null : (
        <section>
          <h2>Not on the map</h2>
          <p class="quiet">{leftOut.join(', ')}</p>
        </section>
      )}
    </>
  );
}

/** `src`; `files in src` for the files directly in a folder. */
function openedLabel(id: string): string {
  if (id === '.') return 'files at the top';
  return id.endsWith('/.') ? `files in ${id.slice(0, -2)}` : id;
}

function Cycles({ map, actions }: { map: MapAnswer; actions: MapActions }): VNode {
  const { cycles, groups } = map;
  return (
    <section>
      <h2>
        Circles of imports <span class="count">{cycles.total}</span>
      </h2>
      {cycles.total === 0 ? (
        <p class="quiet">None between these parts.</p>
      ) : (
        <p class="quiet">
          {groups.length === 1 ? 'One group' : `${groups.length} groups`} of {groups.join(' and ')} parts that all lead
          to each other. The shortest circle through each part:
        </p>
      )}
      <ol class="cycles">
        {cycles.shown.map((cycle) => (
          <li key={cycle.steps.map(({ from }) => from).join('//')}>
            <CycleText {...{ map, cycle, actions }} />
          </li>
        ))}
      </ol>
      {cycles.shown.length < cycles.total ? <p class="quiet">{cycles.total - cycles.shown.length} more</p> : null}
    </section>
  );
}

function CycleText({ map, cycle, actions }: { map: MapAnswer; cycle: MapCycle; actions: MapActions }): VNode {
  const labels = new Map(map.boxes.map((box) => [box.id, boxLabel(box)]));
  return (
    <details>
      <summary>{cycle.steps.map(({ from }) => labels.get(from) ?? from).join(' → ')} →</summary>
      <ul>
        {cycle.steps.map(({ from, to, path, line, target, isTypeOnly }) => (
          <li key={from}>
            <button type="button" class="plain" onClick={() => actions.selectEdge(from, to)}>
              {from} → {to}
            </button>
            <br />
            <a class="quiet" href={link('file', { path, line: line || undefined })}>
              {path}
              {line === 0 ? '' : `:${line}`}
            </a>{' '}
            <span class="quiet">
              {isTypeOnly ? 'imports types of' : 'imports'} {target}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Legend(): VNode {
  return (
    <section>
      <h2>Signs</h2>
      <ul class="legend">
        <li>
          <svg width="110" height="14" aria-hidden="true" class="map">
            {[0, 1, 2, 3, 4].map((heat) => (
              <g key={heat} class={`box heat-${heat}`} transform={`translate(${heat * 22} 0)`}>
                <rect class="face" x="0.5" y="0.5" width="20" height="13" rx="3" />
                <rect class="heat" x="1" y="1" width="4" height="12" rx="2" />
              </g>
            ))}
          </svg>
          <span>cool to hot: commits that changed it × files that use it</span>
        </li>
        <li>
          <LegendLine class="edge" /> uses; wider: more places
        </li>
        <li>
          <LegendLine class="edge guessed" /> by names only
        </li>
        <li>
          <LegendLine class="edge closing" /> closes a circle
        </li>
      </ul>
      <p class="quiet">
        Users are above what they use. What a longer way says already is drawn only for the selected part, unless you
        ask for every edge.
      </p>
      <p class="quiet keys">
        <kbd>←</kbd> <kbd>↑</kbd> <kbd>→</kbd> <kbd>↓</kbd> go, <kbd>Enter</kbd> select, <kbd>+</kbd> unfold,{' '}
        <kbd>−</kbd> fold, <kbd>h</kbd> hide
      </p>
    </section>
  );
}

function LegendLine({ class: name }: { class: string }): VNode {
  return (
    <svg width="36" height="10" aria-hidden="true" class="map">
      <g class={name}>
        <path class="line" d="M1 5H34" stroke-width="1.6" />
      </g>
    </svg>
  );
}
