import type { GuessedCommand, ProjectGuess, ReadRootFile } from './project-guess.ts';

/** A Python project; null when nothing looks like one. */
export async function detectPython(read: ReadRootFile): Promise<ProjectGuess | null> {
  const texts = new Map<string, string>();
  for (const file of FILES) {
    const text = await read(file);
    if (text !== null) texts.set(file, text);
  }
  if (texts.size === 0) return null;
  const runner = runnerOf(texts);
  const checks: (GuessedCommand & { readonly name: string })[] = [];
  const test = seenIn(texts, /pytest/u);
  if (test !== null) {
    checks.push({ name: 'test', run: `${runner.prefix}pytest`, reason: `${test} mentions pytest` });
  } else if (texts.has('tox.ini')) {
    checks.push({ name: 'test', run: 'tox', reason: 'there is tox.ini' });
  }
  const lint = seenIn(texts, /\bruff\b/u);
  if (lint !== null) {
    checks.push({
      name: 'lint',
      run: `${runner.prefix}ruff check`,
      reason: `${lint} mentions ruff`,
    });
  }
  return { setup: runner.setup === null ? [] : [runner.setup], checks };
}

const FILES = [
  'pyproject.toml',
  'requirements.txt',
  'requirements-dev.txt',
  'setup.cfg',
  'setup.py',
  'tox.ini',
  'pytest.ini',
  'uv.lock',
  'poetry.lock',
];

/** Lock files name everything that others depend on, so only what people write counts. */
const seenIn = (texts: ReadonlyMap<string, string>, what: RegExp): string | null => {
  if (what.test('pytest') && texts.has('pytest.ini')) return 'pytest.ini';
  for (const [file, text] of texts) if (!file.endsWith('.lock') && what.test(text)) return file;
  return null;
};

/** Work copies get an environment of their own: two of them must not install over each other. */
const runnerOf = (
  texts: ReadonlyMap<string, string>,
): { readonly prefix: string; readonly setup: GuessedCommand | null } => {
  if (texts.has('uv.lock')) {
    return { prefix: 'uv run ', setup: { run: 'uv sync --locked', reason: 'there is uv.lock' } };
  }
  if (texts.has('poetry.lock')) {
    return {
      prefix: 'poetry run ',
      setup: { run: 'poetry install', reason: 'there is poetry.lock' },
    };
  }
  const lists = ['requirements.txt', 'requirements-dev.txt'].filter((file) => texts.has(file));
  const own = ['pyproject.toml', 'setup.cfg', 'setup.py'].find((file) => texts.has(file));
  const what = lists.length > 0 ? lists.map((file) => `-r ${file}`).join(' ') : '-e .';
  const seen = lists[0] ?? own;
  if (seen === undefined) return { prefix: 'python3 -m ', setup: null };
  return {
    prefix: '.venv/bin/python -m ',
    setup: {
      run: `python3 -m venv .venv && .venv/bin/pip install ${what}`,
      reason: `there is ${seen}`,
    },
  };
};
