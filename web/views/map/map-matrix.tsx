/** A map as a matrix: a row uses what the columns are. Where nothing goes round in circles, all marks are above the diagonal. */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { MapAnswer, MapBox } from '../../../src/explorer/contract.ts';
import { counted } from '../../parts.tsx';
import { boxLabel, cutMiddle } from './map-layout.ts';
import { edgeClass, edgeTitle } from './map-picture.tsx';
import type { MapActions, MapState } from './map-state.ts';

const cell = 18;
const [labelWidth, headHeight] = [220, 170];
const maxLetters = 30;

export function matrixLabel(box: MapBox): string {
  const label = boxLabel(box);
  const last = box.context.split('/').at(-1) ?? '';
  return cutMiddle(box.kind === 'files' || last === '' ? label : `${last}/${label}`, maxLetters);
}

/** The map without the parts that have no edge: their rows and columns would be empty. */
function withoutLonely(map: MapAnswer): MapAnswer {
  const places = new Map<number, number>();
  const isJoined = new Set(map.edges.flatMap(({ from, to }) => [from, to]));
  const boxes = map.boxes.filter((_, at) => {
    if (isJoined.has(at)) places.set(at, places.size);
    return isJoined.has(at);
  });
  const edges = map.edges.map((edge) => ({ ...edge, from: places.get(edge.from)!, to: places.get(edge.to)! }));
  return { ...map, boxes, edges };
}

/** Five steps, by the logarithm: a few edges have most of the links. */
function strength(links: number): number {
  return Math.min(4, Math.floor(Math.log10(links) * 1.6));
}

export function MapMatrix({ map, state, actions }: { map: MapAnswer; state: MapState; actions: MapActions }): VNode {
  const joined = withoutLonely(map);
  const { boxes, edges } = joined;
  const [over, setOver] = useState<{ from: number; to: number } | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const ordered = edges.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const isChosen = (from: number, to: number): boolean =>
    state.edge !== null && boxes[from]!.id === state.edge.from && boxes[to]!.id === state.edge.to;
  const chosen = ordered.find(({ from, to }) => isChosen(from, to));
  const entry = chosen ?? ordered[0];
  const size = boxes.length * cell;

  const pressed = (event: KeyboardEvent, at: number): void => {
    const { from, to } = ordered[at]!;
    const candidates = ordered
      .map((edge, index) => ({ edge, index }))
      .filter(({ edge }) => {
        if (event.key === 'ArrowRight') return edge.from === from && edge.to > to;
        if (event.key === 'ArrowLeft') return edge.from === from && edge.to < to;
        if (event.key === 'ArrowDown') return edge.from > from;
        return event.key === 'ArrowUp' && edge.from < from;
      })
      .sort(
        (a, b) =>
          Math.abs(a.edge.from - from) - Math.abs(b.edge.from - from) ||
          Math.abs(a.edge.to - to) - Math.abs(b.edge.to - to),
      );
    if (event.key === 'Enter' || event.key === ' ') actions.selectEdge(boxes[from]!.id, boxes[to]!.id);
    else if (candidates.length === 0) return;
    else svg.current?.querySelector<SVGElement>(`[data-cell="${candidates[0]!.index}"]`)?.focus();
    event.preventDefault();
  };
  return (
    <div class="map-canvas" tabIndex={-1}>
      {boxes.length < map.boxes.length ? (
        <p class="quiet matrix-note">{counted(map.boxes.length - boxes.length, 'part')} without edges left out.</p>
      ) : null}
      <svg
        ref={svg}
        class="matrix"
        width={labelWidth + size + 12}
        height={headHeight + size + 12}
        role="group"
        aria-label="Matrix: each row uses the columns that are marked. Arrow keys go from mark to mark, Enter shows what is behind it."
        onMouseLeave={() => setOver(null)}
      >
        {over === null ? null : (
          <g class="cross">
            <rect x="0" y={headHeight + over.from * cell} width={labelWidth + size} height={cell} />
            <rect x={labelWidth + over.to * cell} y="0" width={cell} height={headHeight + size} />
          </g>
        )}
        {boxes.map((box, at) => (
          <g key={box.id}>
            <rect class="diagonal" x={labelWidth + at * cell} y={headHeight + at * cell} width={cell} height={cell} />
            <line
              class="grid"
              x1={labelWidth}
              x2={labelWidth + size}
              y1={headHeight + at * cell}
              y2={headHeight + at * cell}
            />
            <line
              class="grid"
              y1={headHeight}
              y2={headHeight + size}
              x1={labelWidth + at * cell}
              x2={labelWidth + at * cell}
            />
            <text
              class={over?.from === at ? 'label over' : 'label'}
              x={labelWidth - 8}
              y={headHeight + at * cell + 13}
              text-anchor="end"
            >
              {matrixLabel(box)}
              <title>{box.id}</title>
            </text>
            <text
              class={over?.to === at ? 'label over' : 'label'}
              transform={`translate(${labelWidth + at * cell + 13} ${headHeight - 8}) rotate(-60)`}
            >
              {cutMiddle(matrixLabel(box), 24)}
              <title>{box.id}</title>
            </text>
          </g>
        ))}
        {ordered.map((edge, at) => (
          <rect
            key={`${edge.from} ${edge.to}`}
            class={`mark ${edgeClass(edge)} strength-${strength(edge.links)}${edge === chosen ? ' selected' : ''}`}
            x={labelWidth + edge.to * cell + 2}
            y={headHeight + edge.from * cell + 2}
            width={cell - 4}
            height={cell - 4}
            rx="3"
            tabIndex={edge === entry ? 0 : -1}
            role="button"
            aria-label={edgeTitle(joined, edge)}
            aria-pressed={edge === chosen}
            data-cell={at}
            onKeyDown={(event) => pressed(event, at)}
            onClick={() => actions.selectEdge(boxes[edge.from]!.id, boxes[edge.to]!.id)}
            onMouseEnter={() => setOver({ from: edge.from, to: edge.to })}
            onFocus={() => setOver({ from: edge.from, to: edge.to })}
          >
            <title>{edgeTitle(joined, edge)}</title>
          </rect>
        ))}
      </svg>
    </div>
  );
}
