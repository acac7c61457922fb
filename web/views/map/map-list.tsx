/** A map as a list: the same parts and edges, as text. */
import type { VNode } from 'preact';
import type { MapAnswer, MapEdge } from '../../../src/explorer/contract.ts';
import { boxSize } from './map-layout.ts';
import type { MapActions, MapState } from './map-state.ts';

export function MapList({ map, state, actions }: { map: MapAnswer; state: MapState; actions: MapActions }): VNode {
  const { boxes, edges } = map;
  return (
    <ol class="map-list">
      {boxes.map((box, at) => {
        const uses = edges.filter(({ from }) => from === at);
        return (
          <li key={box.id} class={box.id === state.box ? 'selected' : ''}>
            <div class="map-list-head">
              <button
                type="button"
                class="plain"
                aria-pressed={box.id === state.box}
                onClick={() => actions.selectBox(box.id)}
              >
                {box.id}
              </button>
              <span class="quiet">
                {boxSize(box)} · used by {box.users.toLocaleString('en')} files · {box.changes.toLocaleString('en')}{' '}
                changes
                {box.group === null ? '' : ' · in a circle'}
              </span>
              {box.canOpen ? (
                <button
                  type="button"
                  class="small"
                  aria-label={`Unfold ${box.id}`}
                  onClick={() => actions.unfold(box.id)}
                >
                  Unfold
                </button>
              ) : null}
            </div>
            {uses.length === 0 ? null : (
              <p class="map-list-uses">
                <span class="quiet">uses </span>
                {uses.map((edge, index) => (
                  <>
                    {index === 0 ? '' : ', '}
                    <EdgeButton {...{ map, edge, actions }} />
                  </>
                ))}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The other end of an edge, as a button that shows what is behind the edge. */
export function EdgeButton({
  map,
  edge,
  actions,
  end = 'to',
}: {
  map: MapAnswer;
  edge: MapEdge;
  actions: MapActions;
  end?: 'from' | 'to';
}): VNode {
  const [from, to] = [map.boxes[edge.from]!.id, map.boxes[edge.to]!.id];
  const closes = edge.isBack && edge.isInCycle;
  return (
    <button
      type="button"
      class={`plain edge-button${closes ? ' closing' : ''}${edge.isGuessed ? ' guessed' : ''}`}
      title={closes ? 'closes a circle of imports' : undefined}
      onClick={() => actions.selectEdge(from, to)}
    >
      {end === 'to' ? to : from} <span class="count">{edge.links.toLocaleString('en')}</span>
    </button>
  );
}
