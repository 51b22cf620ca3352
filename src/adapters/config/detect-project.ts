import { detectNode } from './detect-node.ts';
import { detectPython } from './detect-python.ts';
import type { ProjectGuess, ReadRootFile } from './project-guess.ts';

/**
 * What the repository seems to need: set-up and checks, each with its reason. Looks at files of the root
 * alone and runs nothing. Where several languages have a check of the same name, the later ones carry
 * the language's name before it.
 */
export async function detectProject(read: ReadRootFile): Promise<ProjectGuess> {
  const setup: ProjectGuess['setup'][number][] = [];
  const checks: ProjectGuess['checks'][number][] = [];
  const taken = new Set<string>();
  for (const { language, detect } of DETECTORS) {
    const guess = await detect(read);
    setup.push(...(guess?.setup ?? []));
    for (const check of guess?.checks ?? []) {
      const name = taken.has(check.name) ? `${language}-${check.name}` : check.name;
      taken.add(name);
      checks.push({ ...check, name });
    }
  }
  // A Makefile often only wraps what was found already.
  const make = await detectMake(read);
  checks.push(...make.filter(({ name }) => !taken.has(name)));
  return { setup, checks };
}

const detectGo = async (read: ReadRootFile): Promise<ProjectGuess | null> => {
  if ((await read('go.mod')) === null) return null;
  const reason = 'there is go.mod';
  const sums = (await read('go.sum')) !== null;
  return {
    setup: sums ? [{ run: 'go mod download', reason: 'there is go.sum' }] : [],
    checks: [
      { name: 'test', run: 'go test ./...', reason },
      { name: 'lint', run: 'go vet ./...', reason },
    ],
  };
};

const detectCargo = async (read: ReadRootFile): Promise<ProjectGuess | null> => {
  if ((await read('Cargo.toml')) === null) return null;
  const locked = (await read('Cargo.lock')) === null ? '' : ' --locked';
  const reason = 'there is Cargo.toml';
  return {
    setup: [{ run: `cargo fetch${locked}`, reason }],
    checks: [{ name: 'test', run: `cargo test${locked}`, reason }],
  };
};

const DETECTORS: readonly {
  readonly language: string;
  readonly detect: (read: ReadRootFile) => Promise<ProjectGuess | null>;
}[] = [
  { language: 'node', detect: detectNode },
  { language: 'python', detect: detectPython },
  { language: 'go', detect: detectGo },
  { language: 'rust', detect: detectCargo },
];

const detectMake = async (read: ReadRootFile): Promise<ProjectGuess['checks']> => {
  const text = (await read('Makefile')) ?? (await read('makefile')) ?? '';
  return ['test', 'check', 'lint']
    .filter((target) => new RegExp(String.raw`^${target}\s*:(?!=)`, 'mu').test(text))
    .map((target) => ({
      name: target,
      run: `make ${target}`,
      reason: `the Makefile has the target ${target}`,
    }));
};
