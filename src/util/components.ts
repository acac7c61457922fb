/** Groups of nodes that all lead to each other. */

/**
 * The strongly connected components of more than one node, by Tarjan's algorithm (https://doi.org/10.1137/0201010) without recursion: linear
 * time, and no limit of depth.
 * @param targets for each node the nodes to which it leads
 */
export function stronglyConnected(targets: readonly (readonly number[])[]): number[][] {
  const count = targets.length;
  const order = new Int32Array(count).fill(-1);
  const lowest = new Int32Array(count);
  const isOpen = new Uint8Array(count);
  const nextTarget = new Int32Array(count);
  const [open, path]: [number[], number[]] = [[], []];
  const components: number[][] = [];
  let visited = 0;
  const enter = (node: number): void => {
    order[node] = lowest[node] = visited++;
    isOpen[node] = 1;
    open.push(node);
    path.push(node);
  };
  const leave = (node: number): void => {
    path.pop();
    const outer = path.at(-1);
    if (outer !== undefined) lowest[outer] = Math.min(lowest[outer]!, lowest[node]!);
    if (lowest[node] !== order[node]) return;
    const component = open.splice(open.lastIndexOf(node));
    for (const one of component) isOpen[one] = 0;
    if (component.length > 1) components.push(component);
  };
  for (let start = 0; start < count; start++) {
    if (order[start] === -1) enter(start);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const target = targets[node]![nextTarget[node]!++];
      if (target === undefined) leave(node);
      else if (order[target] === -1) enter(target);
      else if (isOpen[target] === 1) lowest[node] = Math.min(lowest[node]!, order[target]!);
    }
  }
  return components;
}

/**
 * A shortest circle through a node of a component, as its nodes from that node; ties are broken by the order of the targets.
 * @param isInside whether a node belongs to the component
 * @param budget is reduced by one for each step; null when it runs out
 */
export function shortestCircle(
  start: number,
  targets: readonly (readonly number[])[],
  isInside: (node: number) => boolean,
  budget: { steps: number },
): number[] | null {
  const before = new Map<number, number>([[start, -1]]);
  const queue = [start];
  for (let head = 0; head < queue.length; head++) {
    const node = queue[head]!;
    for (const target of targets[node]!) {
      if (budget.steps-- <= 0) return null;
      if (target === start) {
        const circle: number[] = [];
        for (let at = node; at !== -1; at = before.get(at)!) circle.push(at);
        return circle.reverse();
      }
      if (before.has(target) || !isInside(target)) continue;
      before.set(target, node);
      queue.push(target);
    }
  }
  return null;
}
