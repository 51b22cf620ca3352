import type { MeasuredSession } from '../../compose/trace/measure-traces.ts';
import { summarise, summariseBy } from '../../domain/trace/measures/summary.ts';
import { summariseFound } from '../../domain/trace/measures/found.ts';
import { redact } from '../../domain/trace/redact.ts';
import { html, NONE, type Html } from './html.ts';
import {
  GROUP_HEAD,
  foundRows,
  groupRow,
  headParts,
  SESSION_HEAD,
  sessionRow,
  share,
  summaryRows,
} from './report-text.ts';
import { benefitsHtml, findingsHtml, timeLineHtml } from './trace-html-time-line.ts';
import { STYLE } from './trace-html-style.ts';

/** Sessions with a time line on one page, the newest first; all are in its table. */
const MOST_DRAWN = 100;

/** What a page is made of. */
export interface PageOf {
  readonly sessions: readonly MeasuredSession[];
  /** How far back was looked; null: however old. */
  readonly days: number | null;
}

/**
 * The measures as one HTML file that needs nothing else: no script, and nothing is loaded. Sessions with sub-agents
 * have a time line; where there is one session alone it has one in any case.
 */
export function traceHtml({ sessions, days }: PageOf): string {
  const measures = sessions.map((session) => session.measures);
  const summary = summarise(measures);
  const head = headParts(summary, days).join(' · ');
  const drawn = sessions
    .filter(
      ({ timeLine, measures: { subAgents } }) =>
        timeLine !== null && (subAgents.started > 0 || sessions.length === 1),
    )
    .slice(0, MOST_DRAWN);
  const groups = (['agent', 'project', 'week'] as const).map(
    (by) =>
      html`<h3>By ${by}</h3>
        ${tableHtml([by, ...GROUP_HEAD], summariseBy(measures, by).map(groupRow))}`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <title>Traces: ${head}</title>
        <style>
          ${{ markup: STYLE }}
        </style>
      </head>
      <body>
        <h1>Traces of agents’ sessions</h1>
        <p>${head}</p>
        ${tableHtml(null, [...summaryRows(summary), ...foundRows(summariseFound(sessions.map(({ found }) => found)))])}
        <h2>Time lines</h2>
        ${drawn.length === 0 ? html`<p class="dim">No session has sub-agents and times.</p>` : KEY}
        ${drawn.map(sessionHtml)}
        <h2>Measures</h2>
        ${groups}
        <h3>Each session</h3>
        ${tableHtml(SESSION_HEAD, measures.map(sessionRow))}
      </body>
    </html> `.markup;
}

const KEY = html`<p class="key dim">
  A bar is an agent at work.<span class="write"></span>write<span class="passed"></span>tests
  passed<span class="failed"></span>tests failed<span class="tested"></span>tests, verdict
  unknown<span class="finding"></span>finding
</p>`;

function sessionHtml({ measures, timeLine, found }: MeasuredSession): Html {
  if (timeLine === null) return NONE;
  const { id, title, overlap } = measures;
  const { findings = [], benefits = [] } = found ?? {};
  const [, started = '', agent = '', run = '', , , spent = '', cost = ''] = sessionRow(measures);
  return html`<section id="s-${id}">
    <h3>${redact(title ?? id)}</h3>
    <p class="dim">
      <code>${id}</code> · ${agent} · ${started} · ${run} · overlap ${share(overlap.ofRun)} of run
      time · ${spent} tokens · ${cost}
    </p>
    ${timeLineHtml(timeLine, findings, id)} ${findingsHtml(findings, id)} ${benefitsHtml(benefits)}
  </section> `;
}

function tableHtml(head: readonly string[] | null, rows: readonly (readonly string[])[]): Html {
  const cells = rows.map(
    ([first = '', ...rest]) =>
      html`<tr>
        <th scope="row">${first}</th>
        ${rest.map((each) => html`<td>${each}</td>`)}
      </tr> `,
  );
  const names =
    head === null
      ? NONE
      : html`<thead>
          <tr>
            ${head.map((each) => html`<th scope="col">${each}</th>`)}
          </tr>
        </thead>`;
  return html`<div class="scroll">
    <table>
      ${names}
      <tbody>
        ${cells}
      </tbody>
    </table>
  </div>`;
}
