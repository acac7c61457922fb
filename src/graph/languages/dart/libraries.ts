/** Dart: libraries in several files (`part` and `part of`). */
import { entityKinds, exportForms } from '../../../model/file-summary.ts';
import type { Inference } from '../../questions/questions.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { spaces } from '../../program/spaces.ts';
import type { Exported } from '../../program/exported.ts';

/** The meaning of a name in a part of a library, by the imports of the library's main file. */
export function importedByLibrary(i: Inference, file: ProgramFile, name: string): Exported | null {
  for (const library of librariesOf(i, file)) {
    const string = library.stringOf(name);
    const imported =
      string === -1 ? [] : library.declared(0, string).filter((entity) => library.kind(entity) === entityKinds.import);
    const named = imported.length === 0 ? null : i.program.followEntities(library, imported, spaces.any);
    if (named !== null && named.kind !== 'external') return named;
    for (const { form, a } of library.exports('*')) {
      const target = form === exportForms.opens ? i.program.module(library, a) : null;
      if (target === null) continue;
      file.reads.add(target.index);
      const found = i.program.exported(target, name, spaces.any);
      if (found !== null && found.kind !== 'external') return found;
    }
  }
  return null;
}

/** The libraries of which a file is a part. */
export function librariesOf(i: Inference, file: ProgramFile): ProgramFile[] {
  return file.exports('*').flatMap(({ form, a }) => {
    const opened = form === exportForms.opens ? i.program.module(file, a) : null;
    const isLibrary = opened?.exports('*').some((star) => {
      return star.form === exportForms.all && i.program.module(opened, star.a) === file;
    });
    return opened !== null && isLibrary === true ? [opened] : [];
  });
}
