import type { Machine } from './machine.ts';
import { walked } from './paths.ts';
import type { State } from './state.ts';
import { MARK, hasPattern, isKnown } from './value.ts';
import { knownPlaces, zoneOf, type Zone } from './zones.ts';

/** A path in some text, and whose it is. */
export interface Found {
  readonly text: string;
  readonly path: string;
  readonly zone: Zone;
}

/** Where a path can begin and end inside a word or a program. */
const TOKEN = /[^\s'"`,;:=()<>{}[\]|&!@#$\\]+/g;
const URL = /\b[a-z][\w+.-]*:\/\/(?!\/)[^\s'"]*/gi;

/** The gravest place outside the workspace that a text names as a path; null: none. */
export function textReaches(machine: Machine, state: State, text: string): Found | null {
  const home = machine.world.variable('HOME');
  const written = withHome(text.replaceAll(URL, ' '), home).slice(0, 50_000);
  let worst: Found | null = null;
  for (const token of new Set(written.match(TOKEN) ?? [])) {
    if (hasPattern(token) && token !== written && !token.includes('/')) continue;
    for (const path of pathsOf(token)) {
      const found = reaches(machine, state, path);
      if (found === null) continue;
      if (found.zone !== 'above') return found;
      worst ??= found;
    }
  }
  return worst;
}

const withHome = (text: string, home: string | undefined): string =>
  home === undefined
    ? text
    : text
        .replaceAll(/\$\{?HOME\}?(?=\W|$)/g, () => home)
        .replaceAll(/(^|[\s'"=:(,])~(?=\/|$)/g, (_, before: string) => before + home);

/** A token as a path, and from where in it one begins: `-I/x`, `a..b/../c`. */
function pathsOf(token: string): readonly string[] {
  const absolute = token.indexOf('/');
  const up = token.indexOf('../');
  const starts = [
    0,
    ...(absolute > 0 && !/^[\w.~-]*$/.test(token.slice(0, absolute)) ? [absolute] : []),
  ];
  if (/^-\w/.test(token)) starts.push(2);
  if (up > 0 && token.charAt(up - 1) !== '/') starts.push(up);
  return starts.map((at) => token.slice(at)).filter((path) => path !== '');
}

/** Where one path leads to, if that is outside. */
export function reaches(machine: Machine, state: State, path: string): Found | null {
  if (!isKnown(path) && !/^[/~.]/.test(path)) return null;
  let worst: Found | null = null;
  for (const cwd of state.cwds) {
    for (const each of walked(machine.world, cwd, path, knownPlaces(machine.ground))) {
      if (each === MARK.any) continue;
      const zone = zoneOf(machine.ground, each);
      if (zone === 'main' || zone === 'shared-git' || zone === 'neighbour')
        return { text: path, path: each, zone };
      if (zone === 'above' && path !== '/') worst = { text: path, path: each, zone };
    }
  }
  return worst;
}
