/** What the index knows and does not know, how fresh it is, and what agents ask. */
import type { VNode } from 'preact';
import type { HealthAnswer } from '../../src/explorer/contract.ts';
import { Answered, Note, useAnswer } from '../answer.tsx';
import { bytes } from '../amounts.ts';
import { Age, amount, counted, Empty, FactCard, fileUrl, Path, WithAges } from '../parts.tsx';
import { link } from '../route.ts';

const reasons: Readonly<Record<HealthAnswer['leftOut'][number]['reason'], string>> = {
  ignored: 'Ignored by a rule',
  binary: 'Binary',
  tooLarge: 'Too large',
  symlink: 'Symbolic links',
  special: 'Pipes, sockets, devices',
  unreadable: 'Cannot be read',
  secret: 'May hold secrets',
  vanished: 'Gone while reading',
  nestedRepository: 'Repositories in this one',
  failed: 'Failed',
};

const statusWords: Readonly<Record<HealthAnswer['status'], string>> = {
  idle: 'Up to date',
  indexing: 'Indexing',
  failed: 'The last run failed',
  absent: 'No index yet',
};

export function HealthView(): VNode {
  const asked = useAnswer('health', {});
  return (
    <div class="structure health">
      <h1>Health</h1>
      <Answered asked={asked} what="the state of the index">
        {(health) => <Health health={health} />}
      </Answered>
    </div>
  );
}

function Health({ health }: { health: HealthAnswer }): VNode {
  const { languages } = health;
  const links = languages.reduce((sum, one) => sum + one.links, 0);
  const unresolved = languages.reduce((sum, one) => sum + one.unresolved, 0);
  return (
    <>
      <dl class="fact-cards">
        <FactCard title="State" value={statusWords[health.status]}>
          {health.lastIndexed === null ? (
            'never indexed'
          ) : (
            <>
              indexed <Age at={Date.parse(health.lastIndexed)} />
            </>
          )}
        </FactCard>
        <FactCard title="Files" value={amount(health.files)}>
          {health.filesWithIssues === 0 ? 'all read whole' : `${amount(health.filesWithIssues)} with issues`}
        </FactCard>
        <FactCard title="Definitions" value={amount(health.definitions)}>
          {counted(health.references, 'reference')}
        </FactCard>
        <FactCard title="Linked" value={share(links, links + unresolved)}>
          {counted(unresolved, 'reference')} unresolved
        </FactCard>
        <FactCard title="Index" value={bytes(health.indexSize)}>
          on disk
        </FactCard>
      </dl>
      <Note text={health.notice} />
      <Note text={health.note} />
      <div class="two">
        <div class="stack">
          <Languages languages={languages} />
          <Worst worst={health.worst} />
        </div>
        <div class="stack">
          <LeftOut leftOut={health.leftOut} />
          <Checks />
        </div>
      </div>
      {health.usage === null ? null : <Usage usage={health.usage} />}
    </>
  );
}

function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (part / whole) * 100;
  return `${percent > 99.9 && part < whole ? '99.9' : percent.toFixed(1)} %`;
}

function Languages({ languages }: { languages: HealthAnswer['languages'] }): VNode {
  const linked = languages.filter((one) => one.links + one.unresolved > 0);
  const others = languages.filter((one) => one.links + one.unresolved === 0);
  return (
    <section>
      <h2>References by language</h2>
      {linked.length === 0 ? <Empty>No file has references.</Empty> : null}
      <table>
        <thead>
          <tr>
            <th scope="col">Language</th>
            <th scope="col" class="number-column">
              Files
            </th>
            <th scope="col" class="number-column">
              Lines
            </th>
            <th scope="col" class="number-column">
              Unresolved
            </th>
            <th scope="col" class="number-column">
              Linked
            </th>
            <th scope="col" aria-label="Share of resolved references" />
          </tr>
        </thead>
        <tbody>
          {linked.map(({ language, files, lines, links, unresolved }) => (
            <tr key={language}>
              <td>{language}</td>
              <td class="number-column">{amount(files)}</td>
              <td class="number-column">{amount(lines)}</td>
              <td class="number-column">{amount(unresolved)}</td>
              <td class="number-column">{share(links, links + unresolved)}</td>
              <td class="bar-column" aria-hidden="true">
                <span class="bar-part" style={{ width: `${(links / (links + unresolved)) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {others.length === 0 ? null : (
        <p class="quiet more">
          Searched by words only: {others.map(({ language, files }) => `${language} ${amount(files)}`).join(', ')}
        </p>
      )}
    </section>
  );
}

function LeftOut({ leftOut }: { leftOut: HealthAnswer['leftOut'] }): VNode {
  return (
    <section>
      <h2>
        Left out <span class="total">{amount(leftOut.reduce((sum, { count }) => sum + count, 0))}</span>
      </h2>
      {leftOut.length === 0 ? <Empty>Nothing: every file is in the index.</Empty> : null}
      {leftOut.map(({ reason, count, samples }) => (
        <details key={reason} class="left-out" open={leftOut.length === 1}>
          <summary>
            {reasons[reason]} <span class="total">{amount(count)}</span>
          </summary>
          <ul>
            {samples.map(({ path, detail }) => (
              <li key={path}>
                <bdi class="name">{path}</bdi>
                {detail === null ? '' : <span class="quiet"> {detail}</span>}
              </li>
            ))}
            {samples.length < count ? <li class="quiet">{amount(count - samples.length)} more</li> : null}
          </ul>
        </details>
      ))}
    </section>
  );
}

function Worst({ worst }: { worst: HealthAnswer['worst'] }): VNode {
  return (
    <section>
      <h2>
        Files with unresolved references <span class="total">{amount(worst.total)}</span>
      </h2>
      {worst.total === 0 ? <Empty>None.</Empty> : null}
      <table>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" class="number-column">
              Unresolved
            </th>
            <th scope="col" class="number-column">
              Linked
            </th>
          </tr>
        </thead>
        <tbody data-list>
          {worst.shown.map(({ path, links, unresolved }) => (
            <tr key={path}>
              <td>
                <a href={fileUrl(path)}>
                  <Path path={path} />
                </a>
              </td>
              <td class="number-column">{amount(unresolved)}</td>
              <td class="number-column">{amount(links)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {worst.shown.length < worst.total ? (
        <p class="quiet more">{counted(worst.total - worst.shown.length, 'more file')}</p>
      ) : null}
    </section>
  );
}

function Checks(): VNode {
  const asked = useAnswer('checks', {});
  return (
    <section>
      <h2>Checks</h2>
      <Answered asked={asked} what="the checks">
        {({ checks }) => (
          <ul class="checks">
            {checks.map(({ name, ok, detail, hint }) => (
              <li key={name} class={ok ? '' : 'bad'}>
                <span aria-hidden="true">{ok ? '✓' : '✗'}</span>
                <span>
                  <strong>{name}</strong>
                  <span class="unseen">{ok ? ' is well: ' : ' has a problem: '}</span>{' '}
                  <span class="quiet">
                    <WithAges text={detail} />
                  </span>
                  {hint === null ? null : <p>{hint}</p>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </section>
  );
}

function Usage({ usage }: { usage: NonNullable<HealthAnswer['usage']> }): VNode {
  const { days, counting, calls, failed, tools, byDay, popular } = usage;
  return (
    <section>
      <h2>
        What agents asked in {days} days <span class="total">{amount(calls)}</span>
      </h2>
      {calls === 0 ? (
        <Empty>{counting ? 'Nothing yet.' : 'Calls are not counted (metrics.enabled).'}</Empty>
      ) : (
        <>
          <p class="summary">{failed === 0 ? 'None failed.' : `${counted(failed, 'call')} failed.`}</p>
          <Days byDay={byDay} />
          <div class="two">
            <table>
              <thead>
                <tr>
                  <th scope="col">Tool</th>
                  <th scope="col" class="number-column">
                    Calls
                  </th>
                  <th scope="col" class="number-column">
                    Failed
                  </th>
                  <th scope="col" class="number-column">
                    Median
                  </th>
                  <th scope="col" class="number-column">
                    95 %
                  </th>
                </tr>
              </thead>
              <tbody>
                {tools.map(({ tool, calls: ofTool, failed: failedOfTool, p50Ms, p95Ms }) => (
                  <tr key={tool}>
                    <td class="name">{tool}</td>
                    <td class="number-column">{amount(ofTool)}</td>
                    <td class="number-column">{amount(failedOfTool)}</td>
                    <td class="number-column">{amount(Math.round(p50Ms))} ms</td>
                    <td class="number-column">{amount(Math.round(p95Ms))} ms</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <section>
              <h2>Asked most</h2>
              {popular.length === 0 ? <Empty>The texts of questions are not kept, or there are none.</Empty> : null}
              <ul class="tests" data-list>
                {popular.map(({ tool, query, calls: ofQuery, found }) => (
                  <li key={`${tool} ${query}`}>
                    <a href={link('search', { q: query })}>
                      <bdi>{query}</bdi>
                    </a>
                    <span class="quiet way">
                      {tool}, {counted(ofQuery, 'call')}
                      {found === 0 ? ', found nothing' : ''}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          </div>
        </>
      )}
    </section>
  );
}

const [dayWidth, daysHeight] = [16, 56];

function Days({ byDay }: { byDay: { day: string; calls: number }[] }): VNode {
  const most = Math.max(1, ...byDay.map(({ calls }) => calls));
  return (
    <svg
      class="days"
      width={byDay.length * dayWidth}
      height={daysHeight + 2}
      role="img"
      aria-label={`Calls by day: ${byDay.map(({ day, calls }) => `${day} ${calls}`).join(', ')}`}
    >
      {byDay.map(({ day, calls }, at) => {
        const height = Math.max(2, (calls / most) * daysHeight);
        return (
          <rect key={day} x={at * dayWidth} y={daysHeight - height} width={dayWidth - 4} height={height} rx="2">
            <title>{`${day}: ${counted(calls, 'call')}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
