/** A map as a matrix: a row uses what the columns are. Where nothing goes round in circles, all marks are above the diagonal. */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { MapAnswer, MapBox, MapEdge } from '../../../src/explorer/contract.ts';
import { counted } from '../../parts.tsx';
import { cutMiddle } from './fitted-name.ts';
import { boxLabel } from './map-layout.ts';
import { edgeClass, edgeTitle } from './map-picture.tsx';
import type { MapActions, MapState } from './map-state.ts';

const cell = 18;
const [labelWidth, headHeight] = [220, 170];
const maxLetters = 30;
const maxLettersOfColumn = 24;
/** Of most letters at the size of a label (px). */
const widthOfLetter = 6.6;

function matrixLabel(box: MapBox): string {
  const label = boxLabel(box);
  const last = box.context.split('/').at(-1) ?? '';
  const isWhole = box.kind === 'files' || last === '' || label.startsWith(`${last}/`);
  return cutMiddle(isWhole ? label : `${last}/${label}`, maxLetters);
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

interface Cell {
  from: number;
  to: number;
}

/** The edge in the direction of a key: the nearest of the same row, or the nearest row. */
function edgeTowards(edges: readonly MapEdge[], { from, to }: MapEdge, key: string): MapEdge | null {
  const inDirection: Readonly<Record<string, (edge: MapEdge) => boolean>> = {
    ArrowRight: (edge) => edge.from === from && edge.to > to,
    ArrowLeft: (edge) => edge.from === from && edge.to < to,
    ArrowDown: (edge) => edge.from > from,
    ArrowUp: (edge) => edge.from < from,
  };
  const isWanted = inDirection[key];
  if (isWanted === undefined) return null;
  const rows = (edge: MapEdge): number => Math.abs(edge.from - from);
  const columns = (edge: MapEdge): number => Math.abs(edge.to - to);
  const [nearest] = edges.filter(isWanted).sort((a, b) => rows(a) - rows(b) || columns(a) - columns(b));
  return nearest ?? null;
}

export function MapMatrix({
  map: whole,
  state,
  actions,
}: {
  map: MapAnswer;
  state: MapState;
  actions: MapActions;
}): VNode {
  const map = withoutLonely(whole);
  const { boxes } = map;
  const [over, setOver] = useState<Cell | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const edges = map.edges.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const chosen = edges.find(({ from, to }) => boxes[from]!.id === state.edge?.from && boxes[to]!.id === state.edge.to);
  const entry = chosen ?? edges[0];
  const { left, top, width, height } = matrixFrame(boxes);
  const pressed = (event: KeyboardEvent, edge: MapEdge): void => {
    const next = edgeTowards(edges, edge, event.key);
    if (event.key === 'Enter' || event.key === ' ') actions.selectEdge(boxes[edge.from]!.id, boxes[edge.to]!.id);
    else if (next === null) return;
    else svg.current?.querySelector<SVGElement>(`[data-cell="${next.from}-${next.to}"]`)?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="map-canvas" tabIndex={-1}>
      {boxes.length < whole.boxes.length ? (
        <p class="quiet matrix-note">{counted(whole.boxes.length - boxes.length, 'part')} without edges left out.</p>
      ) : null}
      <svg
        ref={svg}
        class="matrix"
        viewBox={[left, top, width, height].join(' ')}
        width={width}
        height={height}
        role="group"
        aria-label="Matrix: each row uses the columns that are marked. Arrow keys go from mark to mark, Enter shows what is behind it."
        onMouseLeave={() => setOver(null)}
      >
        <Cross over={over} end={boxes.length * cell} />
        <Labels boxes={boxes} over={over} />
        {edges.map((edge) => (
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
            aria-label={edgeTitle(map, edge)}
            aria-pressed={edge === chosen}
            data-cell={`${edge.from}-${edge.to}`}
            onKeyDown={(event) => pressed(event, edge)}
            onClick={() => actions.selectEdge(boxes[edge.from]!.id, boxes[edge.to]!.id)}
            onMouseEnter={() => setOver(edge)}
            onFocus={() => setOver(edge)}
          >
            <title>{edgeTitle(map, edge)}</title>
          </rect>
        ))}
      </svg>
    </div>
  );
}

/** The part of the drawing that is shown: as much room as the longest label takes. Those of the columns lean to the right. */
function matrixFrame(boxes: readonly MapBox[]): { left: number; top: number; width: number; height: number } {
  const size = boxes.length * cell;
  const letters = Math.max(0, ...boxes.map((box) => matrixLabel(box).length));
  const ofColumn = Math.min(letters, maxLettersOfColumn) * widthOfLetter;
  const left = Math.max(0, labelWidth - 24 - letters * widthOfLetter);
  const top = Math.max(0, headHeight - 24 - ofColumn * Math.sin(Math.PI / 3));
  return { left, top, width: labelWidth - left + size + 12 + ofColumn / 2, height: headHeight - top + size + 12 };
}

function Labels({ boxes, over }: { boxes: readonly MapBox[]; over: Cell | null }): VNode {
  const end = boxes.length * cell;
  return (
    <g>
      {boxes.map((box, at) => {
        const start = at * cell;
        return (
          <g key={box.id}>
            <rect class="diagonal" x={labelWidth + start} y={headHeight + start} width={cell} height={cell} />
            <line class="grid" x1={labelWidth} x2={labelWidth + end} y1={headHeight + start} y2={headHeight + start} />
            <line class="grid" y1={headHeight} y2={headHeight + end} x1={labelWidth + start} x2={labelWidth + start} />
            <text
              class={over?.from === at ? 'label over' : 'label'}
              x={labelWidth - 8}
              y={headHeight + start + 13}
              text-anchor="end"
            >
              {matrixLabel(box)}
              <title>{box.id}</title>
            </text>
            <text
              class={over?.to === at ? 'label over' : 'label'}
              transform={`translate(${labelWidth + start + 13} ${headHeight - 8}) rotate(-60)`}
            >
              {cutMiddle(matrixLabel(box), maxLettersOfColumn)}
              <title>{box.id}</title>
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** The row and the column of the mark under the mouse. */
function Cross({ over, end }: { over: Cell | null; end: number }): VNode | null {
  return over === null ? null : (
    <g class="cross">
      <rect x="0" y={headHeight + over.from * cell} width={labelWidth + end} height={cell} />
      <rect x={labelWidth + over.to * cell} y="0" width={cell} height={headHeight + end} />
    </g>
  );
}
