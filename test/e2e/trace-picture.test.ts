import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { fanin } from '../support/built-cli.ts';
import { CHROMIUM, describeWith } from '../support/capabilities.ts';
import { writeSession } from '../support/patterns/corpus.ts';
import { scenariosIn } from '../support/patterns/scenario.ts';

const PICTURE = 'docs/traces.png';
const VIEW = { width: 1180, height: 620 };

const folder = mkdtempSync(join(tmpdir(), 'fanin-picture-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The report of the made session, as a person gets it. */
async function page(): Promise<string> {
  const [scenario] = scenariosIn('test/fixtures/trace-picture');
  if (scenario === undefined) throw new Error('there is no session to draw');
  writeSession(scenario, 'claude-code', folder);
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: folder, TZ: 'UTC' };
  const said = await fanin({ cwd: folder, env }, ['trace', folder, '--format', 'html']);
  expect(said).toMatchObject({ exit: 0, stderr: '' });
  const path = join(folder, 'traces.html');
  writeFileSync(path, said.stdout);
  return `file://${path}`;
}

describeWith(['chromium'], 'the time line in a browser', () => {
  it('is drawn as measured, loads nothing, and is the picture in the docs', async () => {
    const url = await page();
    // What is looked at is our own page; a root user has no other way to start the browser.
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    try {
      const view = await browser.newPage({ viewport: VIEW });
      const asked: string[] = [];
      const errors: string[] = [];
      view.on('request', (request) => asked.push(request.url()));
      view.on('console', (message) => errors.push(message.text()));
      view.on('pageerror', (error) => errors.push(error.message));
      await view.goto(url);
      const section = view.locator('section').first();
      // Bars lie in their lanes as the agents' times do: rounding began after invoice, and ended after it.
      const bars = await section.locator('rect.bar').all();
      const boxes = await Promise.all(bars.map((bar) => bar.boundingBox()));
      const [root, invoice, , rounding] = boxes.map((box) => ({
        from: box?.x ?? 0,
        to: (box?.x ?? 0) + (box?.width ?? 0),
      }));
      expect(bars).toHaveLength(5);
      expect((root?.to ?? 0) - (root?.from ?? 0)).toBeGreaterThan(300);
      expect(rounding?.from).toBeGreaterThan(invoice?.from ?? Infinity);
      expect(rounding?.to).toBeGreaterThan(invoice?.to ?? Infinity);
      // A finding leads to what it stands on.
      const finding = section.locator('svg a').first();
      const href = (await finding.getAttribute('href')) ?? '';
      await finding.click();
      expect(view.url()).toBe(`${url}${href}`);
      expect(await view.locator(href).textContent()).toContain('Source Overwrite');
      expect({ errors, asked }).toEqual({ errors: [], asked: [url] });
      expect(await view.evaluate('document.body.scrollWidth <= innerWidth')).toBe(true);
      await view.mouse.move(0, 0);
      const taken = await section.screenshot();
      if (process.env['FANIN_UPDATE_DOCS'] === '1') writeFileSync(PICTURE, taken);
      // Fonts differ from machine to machine, and with them its height.
      expect(widthOf(readFileSync(PICTURE))).toBe(widthOf(taken));
    } finally {
      await browser.close();
    }
  });
});

/** The width that a PNG says it has. */
const widthOf = (png: Buffer): number => png.readUInt32BE(16);
