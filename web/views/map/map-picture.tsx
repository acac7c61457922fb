/** The picture of a map. One box is in the tab order; arrow keys go from box to box. */
import type { RefObject, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MapAnswer, MapBox, MapEdge } from '../../../src/explorer/contract.ts';
import { counted } from '../../parts.tsx';
import { boxHeight, boxLabel, boxSize, picture, type PlacedBox, type PlacedEdge, type Picture } from './map-layout.ts';
import type { MapActions, MapState } from './map-state.ts';

/** Smaller pictures cannot be read: then the place scrolls. */
const leastScale = 0.7;

interface PictureProps {
  map: MapAnswer;
  state: MapState;
  actions: MapActions;
  /** The width of the place, in pixels. */
  available: number;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest box in a direction; sideways distance counts more. */
function boxTowards(
  boxes: readonly PlacedBox[],
  from: PlacedBox,
  [dx, dy]: readonly [number, number],
): PlacedBox | null {
  const middle = ({ x, y, width }: PlacedBox): readonly [number, number] => [x + width / 2, y + boxHeight / 2];
  const [x, y] = middle(from);
  let best: { box: PlacedBox; cost: number } | null = null;
  for (const box of boxes) {
    const [otherX, otherY] = middle(box);
    const ahead = (otherX - x) * dx + (otherY - y) * dy;
    const aside = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
    if (ahead <= 4 || box === from) continue;
    const cost = ahead + aside * 2;
    if (best === null || cost < best.cost) best = { box, cost };
  }
  return best?.box ?? null;
}

/** Whether an edge concerns a box, and how: as its user, or as what it uses. */
function sideOf({ from, to }: MapEdge, box: number | null): 'out' | 'in' | null {
  if (box === null) return null;
  return from === box ? 'out' : to === box ? 'in' : null;
}

export function edgeClass(edge: MapEdge): string {
  return [
    'edge',
    edge.isGuessed ? 'guessed' : '',
    edge.isBack ? (edge.isInCycle ? 'closing' : 'back') : '',
    edge.isImplied ? 'implied' : '',
  ]
    .filter((name) => name !== '')
    .join(' ');
}

export function edgeTitle({ boxes }: MapAnswer, { from, to, links, isInCycle, isBack, isGuessed }: MapEdge): string {
  const marks = [isInCycle && isBack ? 'closes a circle' : '', isGuessed ? 'by name only' : ''].filter(
    (mark) => mark !== '',
  );
  const end = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
  return `${boxes[from]!.id} uses ${boxes[to]!.id}: ${links.toLocaleString('en')} ${links === 1 ? 'place' : 'places'}${end}`;
}

/** Where the edges of a shown box lead: everything else steps back. */
function nearTo({ edges }: MapAnswer, shown: number | null): ReadonlySet<number> | null {
  if (shown === null) return null;
  return new Set([shown, ...edges.flatMap((edge) => (sideOf(edge, shown) === null ? [] : [edge.from, edge.to]))]);
}

/** What a key does at a box; returns whether it was used. */
function boxKey(key: string, { box }: PlacedBox, { state, actions }: Pick<PictureProps, 'state' | 'actions'>): boolean {
  if (key === 'Enter' || key === ' ') actions.selectBox(box.id === state.box ? null : box.id);
  else if (key === '+' && box.canOpen) actions.unfold(box.id);
  else if (key === '-' && box.context !== '') actions.fold(box.context);
  else if (key === 'h') actions.hide(box.id);
  else if (key === 'Escape') actions.selectBox(null);
  else return false;
  return true;
}

/** Arrows walk, other keys act. A key that was used is used up. */
function pressed(
  event: KeyboardEvent,
  act: (key: string) => boolean,
  walk: (towards: readonly [number, number]) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const towards = arrows[event.key];
  if (towards !== undefined) walk(towards);
  else if (!act(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** A picture that is wider than its place begins in its middle, where most edges are. */
function useMiddle(drawn: Picture): RefObject<HTMLDivElement | null> {
  const canvas = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = canvas;
    if (current !== null) current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2;
  }, [drawn]);
  return canvas;
}

export function MapPicture({ map, state, actions, available }: PictureProps): VNode {
  const { direction, all } = state;
  const drawn = useMemo(() => picture(map, { direction, all, available }), [map, direction, all, available]);
  const [hovered, hover] = useState<number | null>(null);
  const [zoom, setZoom] = useState<number | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const canvas = useMiddle(drawn);
  const selected = map.boxes.findIndex(({ id }) => id === state.box);
  const shown = hovered ?? (selected === -1 ? null : selected);
  const near = useMemo(() => nearTo(map, shown), [map, shown]);
  const entry = [state.box, current].find((id) => map.boxes.some((box) => box.id === id)) ?? drawn.boxes[0]?.box.id;
  const fit = Math.min(1, available / drawn.width);
  const scale = zoom ?? Math.max(fit, leastScale);
  const walk = (placed: PlacedBox, towards: readonly [number, number]): void => {
    const next = boxTowards(drawn.boxes, placed, towards);
    if (next === null) return;
    setCurrent(next.box.id);
    boxElements(canvas.current)
      .find(({ dataset }) => dataset['id'] === next.box.id)
      ?.focus();
  };
  // One object for all renderings: a box and an edge are drawn anew only where they change themselves.
  const hands = useRef<Hands | null>(null);
  hands.current = {
    key: (event, placed) =>
      pressed(
        event,
        (name) => boxKey(name, placed, { state, actions }),
        (towards) => walk(placed, towards),
      ),
    select: ({ box }) => actions.selectBox(box.id === state.box ? null : box.id),
    open: ({ box }) => (box.canOpen ? actions.unfold(box.id) : actions.selectBox(box.id)),
    hover,
    focus: ({ box }) => setCurrent(box.id),
    selectEdge: (from, to) => actions.selectEdge(from, to),
  };
  // A change of the size alone leaves the parts as they are.
  const parts = useMemo(
    () => <Parts {...{ map, state, drawn, shown, near, entry, hands }} />,
    [state, drawn, shown, near, entry],
  );
  return (
    <>
      <div class="map-picture">
        <Zoom scale={scale} fit={fit} setZoom={setZoom} />
        <div class="map-canvas" ref={canvas} tabIndex={-1}>
          <svg
            class={shown === null && state.edge === null ? 'map' : 'map has-shown'}
            width={Math.round(drawn.width * scale)}
            height={Math.round(drawn.height * scale)}
            viewBox={`0 0 ${drawn.width} ${drawn.height}`}
            role="group"
            aria-label="Map. Arrow keys go from part to part, Enter selects one, plus unfolds, minus folds, h hides."
            onClick={(event) => {
              if (event.target === event.currentTarget) actions.selectBox(null);
            }}
          >
            {parts}
          </svg>
        </div>
      </div>
      <Apart boxes={drawn.apart} {...{ state, actions }} />
    </>
  );
}

/** The parts that no edge leads to: one line, which unfolds. */
function Apart({ boxes, state, actions }: { boxes: readonly MapBox[] } & Pick<PictureProps, 'state' | 'actions'>) {
  if (boxes.length === 0) return null;
  return (
    <details class="map-apart" open={boxes.some(({ id }) => id === state.box)}>
      <summary>
        {counted(boxes.length, 'part')} without links to other parts:{' '}
        <span class="quiet">{boxes.map(boxLabel).join(', ')}</span>
      </summary>
      <ul class="chips">
        {boxes.map((box) => (
          <li key={box.id}>
            <button
              type="button"
              class="small"
              title={`${box.id}: ${boxSize(box)}`}
              aria-pressed={box.id === state.box}
              onClick={() => actions.selectBox(box.id)}
            >
              {boxLabel(box)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What boxes and edges do when they are touched. */
interface Hands {
  key(event: KeyboardEvent, placed: PlacedBox): void;
  select(placed: PlacedBox): void;
  open(placed: PlacedBox): void;
  hover(box: number | null): void;
  focus(placed: PlacedBox): void;
  selectEdge(from: string, to: string): void;
}

interface PartsProps extends EdgesProps {
  /** The boxes that do not step back; null: all. */
  near: ReadonlySet<number> | null;
  /** The id of the box that is in the tab order. */
  entry: string | undefined;
}

function Parts({ map, state, drawn, shown, near, entry, hands }: PartsProps): VNode {
  return (
    <>
      <Arrowheads />
      <Edges {...{ map, state, drawn, shown, hands }} />
      {drawn.boxes.map((placed) => {
        const { id } = placed.box;
        return (
          <BoxShape
            key={id}
            placed={placed}
            isSelected={id === state.box}
            isNear={near?.has(placed.at) !== false}
            isEntry={id === entry}
            hands={hands}
          />
        );
      })}
    </>
  );
}

function boxElements(canvas: HTMLElement | null): SVGElement[] {
  return [...(canvas?.querySelectorAll<SVGElement>('.box .face') ?? [])];
}

function Zoom({ scale, fit, setZoom }: { scale: number; fit: number; setZoom: (scale: number) => void }): VNode {
  return (
    <div class="map-zoom" role="group" aria-label="Size of the picture">
      <button type="button" aria-label="Smaller" onClick={() => setZoom(Math.max(0.3, scale / 1.25))}>
        −
      </button>
      <button type="button" aria-label={`${Math.round(scale * 100)} %, fit`} onClick={() => setZoom(fit)}>
        {Math.round(scale * 100)} %
      </button>
      <button type="button" aria-label="Larger" onClick={() => setZoom(Math.min(2.5, scale * 1.25))}>
        +
      </button>
    </div>
  );
}

function Arrowheads(): VNode {
  return (
    <defs>
      {['', '-in', '-out', '-closing'].map((name) => (
        <marker
          key={name}
          id={`arrow${name}`}
          class={`arrow${name}`}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 0.5L8 4L0 7.5Z" />
        </marker>
      ))}
    </defs>
  );
}

interface EdgesProps extends Pick<PictureProps, 'map' | 'state'> {
  drawn: Picture;
  shown: number | null;
  hands: RefObject<Hands | null>;
}

function Edges({ map, state, drawn, shown, hands }: EdgesProps): VNode {
  const isChosen = ({ from, to }: MapEdge): boolean =>
    state.edge !== null && map.boxes[from]!.id === state.edge.from && map.boxes[to]!.id === state.edge.to;
  return (
    <g class="edges">
      {drawn.edges.map((placed) => (
        <EdgeShape
          key={`${placed.edge.from} ${placed.edge.to}`}
          {...{ map, placed, hands, side: sideOf(placed.edge, shown), isSelected: isChosen(placed.edge) }}
        />
      ))}
    </g>
  );
}

interface EdgeProps {
  map: MapAnswer;
  placed: PlacedEdge;
  side: 'in' | 'out' | null;
  isSelected: boolean;
  hands: RefObject<Hands | null>;
}

function arrowOf({ isBack, isInCycle }: MapEdge, side: EdgeProps['side'], isSelected: boolean): string {
  if (isSelected || side !== null) return side === 'in' ? '-in' : '-out';
  return isBack && isInCycle ? '-closing' : '';
}

function EdgeShape({ map, placed, side, isSelected, hands }: EdgeProps): VNode | null {
  // The same element again is not compared: what did not change costs nothing.
  return useMemo(() => {
    const { edge, at, path, isExtra } = placed;
    if (isExtra && side === null && !isSelected) return null;
    const [from, to] = [map.boxes[edge.from]!.id, map.boxes[edge.to]!.id];
    const classes = `${edgeClass(edge)}${side === null ? '' : ` ${side}`}${isSelected ? ' selected' : ''}`;
    const head = arrowOf(edge, side, isSelected);
    return (
      <g class={classes}>
        <path class="line" d={path} stroke-width={widthOf(edge)} marker-end={`url(#arrow${head})`} />
        <path class="touch" d={path} data-edge={at} onClick={() => hands.current?.selectEdge(from, to)}>
          <title>{edgeTitle(map, edge)}</title>
        </path>
      </g>
    );
  }, [map, placed, side, isSelected, hands]);
}

function widthOf({ links }: MapEdge): number {
  return Math.round((0.9 + Math.log10(links) * 0.7) * 10) / 10;
}

interface BoxProps {
  placed: PlacedBox;
  isSelected: boolean;
  isNear: boolean;
  isEntry: boolean;
  hands: RefObject<Hands | null>;
}

function BoxShape({ placed, isSelected, isNear, isEntry, hands }: BoxProps): VNode {
  const { box, x, y } = placed;
  const inner = useMemo(
    () => <BoxInner {...{ placed, isSelected, isEntry, hands }} />,
    [placed, isSelected, isEntry, hands],
  );
  // The same element again is not compared: what did not change costs nothing.
  return useMemo(() => {
    const heat = Math.min(4, Math.floor(box.heat * 5));
    const classes = [
      'box',
      `kind-${box.kind}`,
      `heat-${heat}`,
      isSelected ? 'selected' : '',
      isNear ? '' : 'far',
      box.canOpen ? 'can-open' : '',
    ];
    return (
      <g
        class={classes.filter((name) => name !== '').join(' ')}
        transform={`translate(${x} ${y})`}
        onClick={() => hands.current?.select(placed)}
        onDblClick={() => hands.current?.open(placed)}
        onMouseEnter={() => hands.current?.hover(placed.at)}
        onMouseLeave={() => hands.current?.hover(null)}
      >
        {inner}
      </g>
    );
  }, [placed, isSelected, isNear, inner, hands]);
}

function BoxInner({ placed, isSelected, isEntry, hands }: Omit<BoxProps, 'isNear'>): VNode {
  const { box, width, label, size } = placed;
  const cycle = box.group === null ? '' : ', in a circle of imports';
  return (
    <>
      <title>{`${box.id}${box.package === null ? '' : ` (${box.package})`}`}</title>
      {box.canOpen ? <rect class="behind" x="3" y="3" width={width} height={boxHeight} rx="7" /> : null}
      <rect
        class="face"
        width={width}
        height={boxHeight}
        rx="7"
        tabIndex={isEntry ? 0 : -1}
        role="button"
        aria-pressed={isSelected}
        aria-label={`${boxLabel(box)}, ${boxSize(box)}, used by ${counted(box.users, 'file')}, changed in ${counted(box.changes, 'commit')}${cycle}`}
        data-id={box.id}
        onKeyDown={(event: KeyboardEvent) => hands.current?.key(event, placed)}
        onFocus={() => hands.current?.focus(placed)}
      />
      <rect class="heat" x="0.75" y="0.75" width="5" height={boxHeight - 1.5} rx="2.5" />
      <text class="name" x="14" y="18" aria-hidden="true">
        {label}
      </text>
      <text class="size" x="14" y="34" aria-hidden="true">
        {size}
      </text>
      {box.group === null ? null : (
        <path class="circle" transform={`translate(${width - 13} 13)`} d="M4 -1.5A4 4 0 1 0 3.6 2M4.6 -4.4V-1.2H1.4" />
      )}
    </>
  );
}
