/** The map: the parts of a project, and what depends on what. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MapAnswer } from '../../../src/explorer/contract.ts';
import { Answered, Note, useAnswer } from '../../answer.tsx';
import { counted } from '../../parts.tsx';
import type { ViewProps } from '../../view.ts';
import { MapList } from './map-list.tsx';
import { MapMatrix } from './map-matrix.tsx';
import { MapPanel } from './map-panel.tsx';
import { MapPicture } from './map-picture.tsx';
import { mapActions, mapState, type MapActions, type MapForm, type MapState } from './map-state.ts';

/** From this many linked boxes on the matrix is shown first. */
const boxesForMatrix = 40;
const forms: readonly { form: MapForm; label: string }[] = [
  { form: 'picture', label: 'Picture' },
  { form: 'matrix', label: 'Matrix' },
  { form: 'list', label: 'List' },
];

export function MapView({ parameters }: ViewProps): VNode {
  const state = mapState(parameters);
  const actions = mapActions(state);
  const separated = (ids: readonly string[]): string | undefined => (ids.length === 0 ? undefined : ids.join('//'));
  const [open, fold, hide] = [separated(state.open), separated(state.fold), separated(state.hide)];
  const asked = useAnswer('map', {
    ...(open === undefined ? {} : { open }),
    ...(fold === undefined ? {} : { fold }),
    ...(hide === undefined ? {} : { hide }),
    ...(state.least === 1 ? {} : { least: state.least }),
    ...(state.tests ? { tests: 'with' as const } : {}),
  });
  // The last map stays until the next is there, so that the page does not flash.
  const last = useRef<MapAnswer | null>(null);
  if (asked.answer !== null) last.current = asked.answer;
  const answer = asked.answer ?? (asked.error === null ? last.current : null);
  return (
    <div class="structure">
      <h1>Map</h1>
      <Answered asked={{ ...asked, answer }} what="the map">
        {(map) => <MapPage {...{ map, state, actions }} />}
      </Answered>
    </div>
  );
}

interface PageProps {
  map: MapAnswer;
  state: MapState;
  actions: MapActions;
}

function MapPage({ map, state, actions }: PageProps): VNode {
  const form = state.form ?? (linkedBoxes(map) > boxesForMatrix ? 'matrix' : 'picture');
  const place = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(860);
  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    const observer = new ResizeObserver(() => setAvailable(Math.max(320, current.clientWidth - 2)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  if (map.total.boxes === 0 && map.hidden.length === 0) return <EmptyMap map={map} />;
  return (
    <>
      <p class="summary">{summaryOf(map)}</p>
      <Note text={map.note} />
      <Toolbar {...{ map, state, actions, form }} />
      <div class="map-page">
        <div class="map-place" ref={place}>
          {form === 'picture' ? <MapPicture {...{ map, state, actions, available }} /> : null}
          {form === 'matrix' ? <MapMatrix {...{ map, state, actions }} /> : null}
          {form === 'list' ? <MapList {...{ map, state, actions }} /> : null}
        </div>
        <MapPanel {...{ map, state, actions }} />
      </div>
    </>
  );
}

function linkedBoxes({ edges }: MapAnswer): number {
  return new Set(edges.flatMap(({ from, to }) => [from, to])).size;
}

function summaryOf(map: MapAnswer): string {
  const { total, boxes, edges, edgesBelow } = map;
  const parts = [
    boxes.length < total.boxes
      ? `${boxes.length} of ${counted(total.boxes, 'part')}, the largest`
      : counted(total.boxes, 'part'),
    counted(total.edges, 'edge'),
    ...(edgesBelow > 0 ? [`${edgesBelow.toLocaleString('en')} below the threshold`] : []),
    ...(edges.length < total.edges - edgesBelow ? [`the ${edges.length} heaviest shown`] : []),
    counted(total.files, 'file'),
    counted(total.lines, 'line'),
  ];
  return parts.join(' · ');
}

function EmptyMap({ map }: { map: MapAnswer }): VNode {
  const { withoutCode, foreign, tests } = map.filesLeftOut;
  return (
    <div class="empty">
      <p>There is no code to map.</p>
      <p class="quiet">
        {counted(tests, 'test file')}, {counted(foreign, 'generated or vendored file')} and{' '}
        {counted(withoutCode, 'file')} without code are in the index.
      </p>
      <Note text={map.note} />
    </div>
  );
}

function Toolbar({ map, state, actions, form }: PageProps & { form: MapForm }): VNode {
  const strongest = map.edges[0]?.links ?? 1;
  return (
    <div class="toolbar" role="group" aria-label="What the map shows">
      <div class="segments" role="group" aria-label="Form">
        {forms.map((one) => (
          <button
            key={one.form}
            type="button"
            aria-pressed={one.form === form}
            onClick={() => actions.set({ form: one.form })}
          >
            {one.label}
          </button>
        ))}
      </div>
      {form === 'picture' ? (
        <div class="segments" role="group" aria-label="Direction">
          <button
            type="button"
            aria-pressed={state.direction === 'TB'}
            onClick={() => actions.set({ direction: 'TB' })}
          >
            ↓ Down
          </button>
          <button
            type="button"
            aria-pressed={state.direction === 'LR'}
            onClick={() => actions.set({ direction: 'LR' })}
          >
            → Right
          </button>
        </div>
      ) : null}
      <label class="range">
        At least
        <input
          type="range"
          min="0"
          max={Math.max(1, Math.floor(Math.log2(Math.max(strongest, state.least))))}
          value={Math.round(Math.log2(state.least))}
          aria-valuetext={counted(state.least, 'link')}
          onChange={(event) => actions.set({ least: 2 ** Number(event.currentTarget.value) })}
        />
        <output>{counted(state.least, 'link')}</output>
      </label>
      {form === 'picture' ? (
        <label>
          <input type="checkbox" checked={state.all} onChange={() => actions.set({ all: !state.all })} /> Every edge
        </label>
      ) : null}
      <label>
        <input type="checkbox" checked={state.tests} onChange={() => actions.set({ tests: !state.tests })} /> Tests
      </label>
    </div>
  );
}
