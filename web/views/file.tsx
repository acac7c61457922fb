/** A file: its source with every name a link, its outline, and the files around it. */
import type { VNode } from 'preact';
import type { FileAnswer, FileLink, Listed, OutlineEntry } from '../../src/explorer/contract.ts';
import { Answered, Note, useAnswer } from '../answer.tsx';
import { Code } from '../code/code.tsx';
import {
  amount,
  counted,
  EditorLinks,
  Empty,
  fileUrl,
  KindMark,
  Path,
  Section,
  SubjectActions,
  symbolUrl,
} from '../parts.tsx';
import type { ViewProps } from '../view.ts';

export function FileView({ parameters, pin }: ViewProps): VNode {
  const { path = '' } = parameters;
  const line = /^\d+$/.test(parameters['line'] ?? '') ? Number(parameters['line']) : undefined;
  const asked = useAnswer('file', path === '' ? null : { path });
  if (path === '') return <div class="page">Press / to find a file.</div>;
  return (
    <Answered asked={asked} what="the file">
      {(file) => (
        <div class="three file-view">
          <div class="middle">
            <Head file={file} line={line} pin={pin} />
            <Code path={file.path} focus={line} label={`Source of ${file.path}`} />
          </div>
          <div class="left">
            <Outline file={file} line={line} />
          </div>
          <div class="right">
            <Files title="Used by" files={file.importedBy} none="No other file is known to use it." />
            <Files title="Uses" files={file.imports} none="It uses no other file of the project." />
            <Chunks file={file} />
          </div>
        </div>
      )}
    </Answered>
  );
}

function Head({ file, line, pin }: { file: FileAnswer; line: number | undefined; pin: ViewProps['pin'] }): VNode {
  return (
    <header class="subject">
      <h1>
        <Path path={file.path} />
      </h1>
      <p class="where">
        <span class="quiet">
          {counted(file.lines, 'line')}
          {file.language === null ? '' : ` of ${file.language}`}
          {file.indexed ? '' : ', not in the index'}
        </span>
        <span class="actions">
          <a class="plain" href={symbolUrl(file.path)}>
            As a symbol
          </a>
          <SubjectActions id={file.path} pin={pin} />
        </span>
        <EditorLinks path={file.path} line={line ?? 1} />
      </p>
      <Note text={file.note} />
    </header>
  );
}

function Outline({ file: { path, outline }, line }: { file: FileAnswer; line: number | undefined }): VNode {
  const present = line === undefined ? null : innermost(outline.shown, line);
  return (
    <Section title="Outline" total={outline.total} shown={outline.shown.length}>
      {outline.total === 0 ? (
        <Empty>It defines nothing that the index knows.</Empty>
      ) : (
        <ul class="list outline" data-list>
          {outline.shown.map((entry) => (
            <li key={`${entry.line} ${entry.name}`}>
              <a
                href={fileUrl(path, entry.line)}
                aria-current={entry === present ? 'location' : undefined}
                style={{ paddingInlineStart: `${8 + Math.min(entry.depth, 6) * 12}px` }}
                title={entry.signature ?? undefined}
              >
                <KindMark kind={entry.kind} />
                <bdi class="name">{entry.name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function innermost(entries: readonly OutlineEntry[], line: number): OutlineEntry | null {
  return entries.findLast((entry) => entry.line <= line && entry.endLine >= line) ?? null;
}

function Files({ title, files, none }: { title: string; files: Listed<FileLink>; none: string }): VNode {
  return (
    <Section title={title} total={files.total} shown={files.shown.length}>
      {files.total === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <ul class="list files" data-list>
          {files.shown.map(({ path, sites }) => (
            <li key={path}>
              <a href={fileUrl(path)}>
                <Path path={path} />
                <span class="count" title={counted(sites, 'place')}>
                  {amount(sites)}×
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The pieces in which searches and agents see the file. */
function Chunks({ file: { path, chunks } }: { file: FileAnswer }): VNode {
  return (
    <Section title="Chunks" total={chunks.total} shown={chunks.shown.length}>
      <ul class="list files" data-list>
        {chunks.shown.map(({ id, startLine, endLine, kind, symbols }) => (
          <li key={id}>
            <a href={fileUrl(path, startLine)} title={id}>
              <span class="path">
                <bdi class="file-name">{symbols === '' ? kind : symbols}</bdi>
              </span>
              <span class="count">
                {startLine}–{endLine}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
