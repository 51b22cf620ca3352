import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import { ANYTHING, isKnown, shown } from '../value.ts';

/** Settings whose value is a program, or leads to one. */
const PROGRAM =
  /^(?:core\.(?:editor|pager|sshcommand|fsmonitor|hookspath|askpass|gitproxy|alternaterefscommand|attributesfile)|sequence\.editor|diff\.external|diff\..*\.(?:command|textconv)|filter\..*\.(?:clean|smudge|process)|merge\..*\.driver|(?:diff|merge)tool\..*\.(?:cmd|path)|credential(?:\..*)?\.helper|gpg(?:\..*)?\.(?:program|defaultkeycommand)|uploadpack\..*|pager\..*|interactive\.difffilter|browser\..*|sendemail\..*|remote\..*\.(?:uploadpack|receivepack|vcs|url|pushurl)|url\..*|include(?:if\..*)?\.path|init\.templatedir|trailer\..*\.(?:command|cmd)|man\..*|web\.browser|instaweb.*|receive\..*|guitool\..*|protocol\..*|tar\..*\.command|help\.browser|log\.mailmap)$/i;

const HARMLESS =
  /^(?:|true|false|cat|less|more|:|vi|vim|nano|\/dev\/null|\/bin\/true|\/bin\/cat|never|always|0|1)$/;

/** Objects to a setting (`key=value`) that runs something, or sends git elsewhere. */
export function objectToSetting(machine: Machine, setting: string, state: State): void {
  const at = setting.indexOf('=');
  const key = (at === -1 ? setting : setting.slice(0, at)).toLowerCase();
  const value = at === -1 ? 'true' : setting.slice(at + 1);
  if (key.startsWith('alias.')) {
    if (value.startsWith('!')) machine.script(value.slice(1), state);
    else machine.script(`git ${value}`, state);
    return;
  }
  if (!PROGRAM.test(key) && isKnown(setting)) return;
  if (HARMLESS.test(value.trim())) return;
  if (!/hookspath|path$|url/.test(key))
    machine.script(value.replace(/^!/, ''), { ...state, parameters: [] });
  machine.object({
    verdict: 'undecidable',
    rule: 'git-program',
    reason: `The setting ${shown(key)} makes git run ${shown(value)}.`,
    instead: 'Run the program itself, without git.',
  });
}

/** Settings that come by variables: `GIT_CONFIG_COUNT`, `GIT_CONFIG_PARAMETERS`. */
export function objectToSettingVariables(machine: Machine, state: State): void {
  for (const name of state.exported) {
    const values = textsOf(state, name);
    const number = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1];
    if (number !== undefined) objectToPairs(machine, state, { keys: values, number });
    else if (STRANGE.test(name) && values.some((each) => !/^(?:|\/dev\/null)$/.test(each)))
      machine.object({
        verdict: 'undecidable',
        rule: 'git-program',
        reason: `${name} gives git settings that are not read here.`,
        instead: 'Give settings by `git -c key=value`.',
      });
  }
}

const STRANGE =
  /^GIT_CONFIG_PARAMETERS$|^GIT_CONFIG(?:_GLOBAL|_SYSTEM)?$|^GIT_EXEC_PATH$|^GIT_TEMPLATE_DIR$/;

const textsOf = (state: State, name: string): readonly string[] =>
  state.variables.get(name)?.map((fields) => fields[0] ?? '') ?? [];

function objectToPairs(
  machine: Machine,
  state: State,
  { keys, number }: { readonly keys: readonly string[]; readonly number: string },
): void {
  const given = textsOf(state, `GIT_CONFIG_VALUE_${number}`);
  const values = given.length === 0 ? ANYTHING : given;
  const pairs = keys.flatMap((key) => values.map((value) => [key, value] as const));
  for (const [key, value] of pairs) {
    objectToSetting(machine, `${key}=${value}`, state);
    if (/^core\.worktree$/i.test(key))
      machine.object({
        verdict: 'deny',
        rule: 'git-elsewhere',
        reason: `A setting sends git's work tree to ${shown(value)}.`,
        instead: 'Run git in the workspace without it.',
      });
  }
}
