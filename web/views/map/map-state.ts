/** The state of the map in its URL. Invariant: each change of the map is a change of the URL and nothing else, so that back and links work. */
import { go, link, type Route } from '../../route.ts';

export type MapForm = 'picture' | 'matrix' | 'list';

export interface MapState {
  open: readonly string[];
  fold: readonly string[];
  hide: readonly string[];
  least: number;
  tests: boolean;
  /** Null: what suits the number of boxes. */
  form: MapForm | null;
  direction: 'TB' | 'LR';
  /** Whether edges that others imply are drawn, too. */
  all: boolean;
  /** The selected box. */
  box: string | null;
  /** The selected edge: the ids of its boxes. */
  edge: { from: string; to: string } | null;
}

const separator = '//';
const parts = (text: string | undefined): string[] => (text ?? '').split(separator).filter((id) => id !== '');
const forms: readonly MapForm[] = ['picture', 'matrix', 'list'];

export function mapState(parameters: Route['parameters']): MapState {
  const [from, to] = parts(parameters['edge']);
  const least = Number(parameters['least'] ?? 1);
  return {
    open: parts(parameters['open']),
    fold: parts(parameters['fold']),
    hide: parts(parameters['hide']),
    least: Number.isInteger(least) && least > 0 ? least : 1,
    tests: parameters['tests'] === 'with',
    form: forms.find((form) => form === parameters['form']) ?? null,
    direction: parameters['direction'] === 'LR' ? 'LR' : 'TB',
    all: parameters['edges'] === 'all',
    box: parameters['box'] ?? null,
    edge: from === undefined || to === undefined ? null : { from, to },
  };
}

export function mapLink(state: MapState): string {
  const join = (ids: readonly string[]): string => [...new Set(ids)].join(separator);
  return link('map', {
    open: join(state.open),
    fold: join(state.fold),
    hide: join(state.hide),
    least: state.least === 1 ? undefined : state.least,
    tests: state.tests ? 'with' : undefined,
    form: state.form ?? undefined,
    direction: state.direction === 'TB' ? undefined : state.direction,
    edges: state.all ? 'all' : undefined,
    box: state.box ?? undefined,
    edge: state.edge === null ? undefined : join([state.edge.from, state.edge.to]),
  });
}

/** What a reader does with the map. A change of what is on it is a step for the back button; a change of how it is looked at is none. */
export interface MapActions {
  unfold(id: string): void;
  /** Folds a folder that is unfolded. */
  fold(id: string): void;
  hide(id: string): void;
  show(id: string): void;
  selectBox(id: string | null): void;
  selectEdge(from: string, to: string): void;
  set(change: Partial<MapState>): void;
}

export function mapActions(state: MapState): MapActions {
  const change = (changes: Partial<MapState>, how: 'push' | 'replace'): void =>
    go(mapLink({ ...state, ...changes }), how);
  const without = (ids: readonly string[], id: string): string[] => ids.filter((one) => one !== id);
  return {
    unfold: (id) => change({ open: [...state.open, id], fold: without(state.fold, id), box: null, edge: null }, 'push'),
    fold: (id) => {
      // What is unfolded inside of it would unfold with it the next time.
      const open = state.open.filter((one) => one !== id && !one.startsWith(`${id}/`));
      change({ open, fold: [...state.fold, id], box: id, edge: null }, 'push');
    },
    hide: (id) => change({ hide: [...state.hide, id], box: null, edge: null }, 'push'),
    show: (id) => change({ hide: without(state.hide, id) }, 'push'),
    selectBox: (box) => change({ box, edge: null }, 'replace'),
    selectEdge: (from, to) => change({ edge: { from, to }, box: null }, 'replace'),
    set: (changes) => change(changes, 'replace'),
  };
}
