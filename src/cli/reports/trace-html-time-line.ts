import { evidenceText, type Evidence } from '../../domain/trace/evidence.ts';
import type { TraceFinding } from '../../domain/trace/finding.ts';
import type { Benefit } from '../../domain/trace/patterns/benefits/benefit.ts';
import { redact } from '../../domain/trace/redact.ts';
import type { Lane, Mark, TimeLine } from '../../domain/trace/time-line.ts';
import { count, duration, tokens } from '../text/figures.ts';
import { html, NONE, type Html } from './html.ts';

/** The width of a lane in units of its drawing; it is as wide as there is room. */
const WIDTH = 1000;
const HEIGHT = 24;

/** A session's agents over the time of its run, with findings as links to where they are told. */
export function timeLineHtml(line: TimeLine, findings: readonly TraceFinding[], of: string): Html {
  const { from, to, lanes, left } = line;
  return html`<div class="scroll">
      <table class="lanes">
        <thead>
          <tr>
            <th scope="col">agent</th>
            <th scope="col">role</th>
            <th scope="col" class="time">
              <div class="scale"><span>0s</span><span>${duration(to - from)}</span></div>
            </th>
            <th scope="col">worked</th>
            <th scope="col">tokens</th>
            <th scope="col">writes</th>
            <th scope="col">tests</th>
            <th scope="col">end</th>
          </tr>
        </thead>
        <tbody>
          ${lanes.map((lane) =>
            laneHtml(
              lane,
              line,
              findings.filter(({ agents }) => agents[0] === lane.agent),
              of,
            ),
          )}
        </tbody>
      </table>
    </div>
    ${left === 0 ? NONE : html`<p class="dim">${count(left, 'agent')} more: fanin trace show ${of} --json</p>`}`;
}

function laneHtml(
  lane: Lane,
  { from, to }: TimeLine,
  findings: readonly TraceFinding[],
  of: string,
): Html {
  const at = (time: number): number =>
    to <= from ? 0 : Math.round(Math.min(1, Math.max(0, (time - from) / (to - from))) * WIDTH);
  const name = lane.name === null ? 'root' : redact(lane.name);
  const worked = lane.live.reduce((sum, span) => sum + span.to - span.from, 0);
  const bars = lane.live.map(
    (span) =>
      html`<rect
        class="bar${lane.name === null ? ' root' : ''}"
        x="${at(span.from)}"
        y="4"
        width="${Math.max(1, at(span.to) - at(span.from))}"
        height="16"
        ><title>
          ${name}: +${duration(span.from - from)} to +${duration(span.to - from)}
        </title></rect
      >`,
  );
  return html`<tr>
    <th scope="row">${evidenceLink(lane.evidence, name)}</th>
    <td>${lane.role}</td>
    <td class="time">
      <svg
        viewBox="0 0 ${WIDTH} ${HEIGHT}"
        preserveAspectRatio="none"
        role="img"
        aria-label="${name}, ${lane.role}: worked ${duration(worked)}, ${count(lane.writes, 'write')}, ${count(lane.tests, 'test run')}"
      >
        ${bars}${lane.marks.map((mark) => markHtml(mark, at(mark.at), from))}${findings.map((each) => findingMark(each, at, of))}
      </svg>
    </td>
    <td>${lane.live.length === 0 ? 'unknown' : duration(worked)}</td>
    <td>${tokens(lane.tokens)}</td>
    <td>${lane.writes}</td>
    <td>${lane.tests}</td>
    <td>${lane.end}</td>
  </tr> `;
}

const WORDS = {
  write: 'write',
  passed: 'test run passed',
  failed: 'test run failed',
  tested: 'test run',
} as const;

/** Writes below, tests above: they are told apart without colours, too. */
function markHtml({ at, kind, count: all, what, evidence }: Mark, x: number, from: number): Html {
  const [y, height] = kind === 'write' ? [13, 11] : [0, 11];
  const width = kind === 'write' ? 3 : 5;
  return html`<rect
    class="${kind}"
    x="${Math.min(x, WIDTH - width)}"
    y="${y}"
    width="${width}"
    height="${height}"
    ><title>
      +${duration(at - from)} ${WORDS[kind]}${all === 1 ? '' : ` and ${all - 1} more`}:
      ${redact(what)} (${evidenceText(evidence)})
    </title></rect
  >`;
}

function findingMark(finding: TraceFinding, at: (time: number) => number, of: string): Html {
  if (finding.at === null) return NONE;
  const x = Math.min(at(finding.at), WIDTH - 6);
  return html`<a href="#${anchorOf(of, finding)}"
    ><rect class="finding" x="${x}" y="0" width="6" height="${HEIGHT}"
      ><title>${finding.label[2]}: ${redact(finding.consequence)}</title></rect
    ></a
  >`;
}

/** What was found in a session, each with links into the agents' own records. */
export function findingsHtml(findings: readonly TraceFinding[], of: string): Html {
  if (findings.length === 0) return NONE;
  const items = findings.map(
    (finding) =>
      html`<li id="${anchorOf(of, finding)}">
        <strong>${finding.label[2]}</strong>
        <span class="dim">${finding.label[0]} › ${finding.label[1]}</span
        ><br />${redact(finding.consequence)} <br />${redact(finding.reasoning)} Sure:
        ${finding.confidence}.<br /><span class="dim"
          >Not ${finding.rejected.label}: ${redact(finding.rejected.reason)}.</span
        ><br />${finding.evidence.map((each) => html`${evidenceLink(each, evidenceText(each))}<br />`)}
      </li> `,
  );
  return html`<p>Findings</p>
    <ul>
      ${items}
    </ul>`;
}

/** What parallel work was good for in a session. */
export function benefitsHtml(benefits: readonly Benefit[]): Html {
  if (benefits.length === 0) return NONE;
  const items = benefits.map(
    ({ name, gain, evidence }) =>
      html`<li>
        <strong>${name}</strong><br />${redact(gain)}<br />${evidence.map(
          (each) => html`${evidenceLink(each, evidenceText(each))}<br />`,
        )}
      </li> `,
  );
  return html`<p>Benefits</p>
    <ul>
      ${items}
    </ul>`;
}

/** A name that is unique on the page. */
const anchorOf = (of: string, { id }: TraceFinding): string =>
  `f-${of}-${id.replaceAll(/[^\w-]/g, '-')}`;

/** A link to the record's file, where it is one; the place in it is in the text. */
function evidenceLink(evidence: Evidence, text: string): Html {
  if (!evidence.file.startsWith('/')) return html`<code>${text}</code>`;
  const path = evidence.file.split('/').map(encodeURIComponent).join('/');
  return html`<a href="file://${path}" title="${evidenceText(evidence)}">${text}</a>`;
}
