/** `codebase://symbols/NAME`: all definitions of a symbol with their code, and its first uses. */
import type { Engine } from '../../engine/types.ts';
import { requireSymbol } from '../../tools/graph-text/chosen-symbol.ts';
import { protocolWording } from '../../tools/wording.ts';

const maxUses = 20;

/** Throws `AppError('NotFoundError')` with the nearest names. */
export async function readSymbol(engine: Engine, symbol: string): Promise<unknown> {
  const taken = await requireSymbol(engine, { symbol }, protocolWording);
  const answer = await engine.graph.usage({ symbol, limit: maxUses });
  const { definitions, uses, totalUses, unresolved, state } = answer;
  return {
    symbol,
    ...(taken === null ? {} : { taken }),
    definitions: definitions.map(({ node, docstring, text, cutLines }) => ({
      id: node.id,
      kind: node.kind,
      path: node.path,
      start_line: node.startLine,
      end_line: node.endLine,
      exported: node.exported,
      ...(docstring === null ? {} : { docstring }),
      code: text,
      ...(cutLines > 0 ? { lines_not_shown: cutLines } : {}),
    })),
    total_uses: totalUses,
    uses: uses.map(({ path, line, kind, resolution, caller, text }) => ({
      path,
      line,
      kind,
      resolution,
      caller,
      text,
    })),
    unresolved_places: unresolved.sites,
    ...(state.freshness.note === null ? {} : { note: state.freshness.note }),
  };
}
