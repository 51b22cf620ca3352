import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

it('CI demands every capability that a test asks for', () => {
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' });
  const asked = files
    // What CI leaves to `npm run test:agents:all` it does not demand.
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.all.test.ts'))
    .map((name) => readFileSync(join(ROOT, 'test', name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/describeWith\(\s*\[([^\]]*)\]/g)])
    .flatMap(([, list = '']) => [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name));
  const script = readFileSync(join(ROOT, '.ci', 'run'), 'utf8');
  const listed = [...script.matchAll(/\bdemanded=([\w,.-]+)/g)].flatMap(([, list = '']) =>
    list.split(','),
  );
  expect(listed).toContain('git');
  expect(listed.toSorted()).toEqual([...new Set(asked)].toSorted());
});
