import type { Call, Machine } from '../machine.ts';
import { textReaches } from '../reaching.ts';
import { isAnything, shown } from '../value.ts';
import { READERS } from './readers.ts';

/** Variables whose value is a command that some program runs. */
const COMMANDS =
  /^(?:EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|GIT_(?:EDITOR|SEQUENCE_EDITOR|PAGER|SSH|SSH_COMMAND|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND|TEMPLATE_DIR)|SSH_ASKPASS|SUDO_ASKPASS|PROMPT_COMMAND|LESSOPEN|LESSCLOSE|RSYNC_RSH|CVS_RSH|TAR_OPTIONS|SUDO_EDITOR|FCEDIT|HGEDITOR|NPM_CONFIG_SCRIPT_SHELL|npm_config_script_shell|PERL5DB|RUBYOPT|CC|CXX|LD|MAKE|SHELL)$/;
/** Variables that everything has and that change nothing about where a program writes. */
const HARMLESS = /^(?:PATH|OLDPWD|PWD|CDPATH|PYTHONPATH|NODE_PATH|CLASSPATH|MANPATH|IFS|PS\d|_)$/;
/** The git command reads these itself. */
const OF_GIT =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|COMMON_DIR|CONFIG.*|ALTERNATE.*|NAMESPACE|CEILING_DIRECTORIES|TRACE.*)$/;

/** Objects to what a command would find in its environment. */
export function objectToEnvironment(machine: Machine, { name, state }: Call): void {
  for (const each of state.exported) {
    if (HARMLESS.test(each) || OF_GIT.test(each)) continue;
    for (const value of state.variables.get(each)?.map((fields) => fields.join(' ')) ?? []) {
      if (COMMANDS.test(each))
        machine.script(value, { ...state, exported: new Set(), parameters: [] });
      else if (
        !READERS.has(name) &&
        name !== 'git' &&
        !isBuiltin(name) &&
        !isAnything(value) &&
        textReaches(machine, state, value) !== null
      )
        machine.object({
          verdict: 'undecidable',
          rule: 'names-main',
          reason: `${shown(name)} would find ${each}=${shown(value)} in its environment.`,
          instead: `Give ${each} a path below ${machine.ground.workspace}.`,
        });
    }
  }
}

const isBuiltin = (name: string): boolean =>
  /^(?:cd|pushd|popd|export|declare|local|read|set|shift|unset|alias|eval|source|\.|trap|env|sudo|timeout|nohup|command|builtin|exec|time)$/.test(
    name,
  );
