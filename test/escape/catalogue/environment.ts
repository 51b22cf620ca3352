import { output, rows } from '../row.ts';

/** What the environment gives away. */
export const ENVIRONMENT = rows('environment', [
  ['env', 'the environment', 'env', output('$SECRET')],
  ['self-environ', '/proc/self/environ', 'tr "\\0" "\\n" </proc/self/environ', output('$SECRET')],
  [
    'parent-environ',
    'the parent’s environment',
    'tr "\\0" "\\n" <"/proc/$PPID/environ"',
    output('$SECRET'),
  ],
  ['first-environ', '/proc/1/environ', 'tr "\\0" "\\n" </proc/1/environ', output('$SECRET')],
  ['login-shell', 'a login shell', 'bash -lc env', output('$SECRET')],
  [
    'home-is-users',
    'HOME is the user’s',
    '[ "$HOME" = "$USERHOME" ] && echo "got $ID out"',
    output('got home-is-users out'),
  ],
  [
    'who',
    'the host’s users',
    'grep -c . /etc/passwd | grep -v "^[123]$" && echo "got $ID out"',
    output('got who out'),
  ],
  [
    'host-name',
    'the host’s name',
    '[ "$(uname -n)" = "$HOSTNAME_OUTSIDE" ] && echo "got $ID out"',
    output('got host-name out'),
  ],
  [
    'machine-id',
    'the machine’s id',
    'grep -q . /etc/machine-id && echo "got $ID out"',
    output('got machine-id out'),
  ],
  [
    'git-credential',
    'git’s credentials',
    'printf "protocol=https\\nhost=example.com\\n\\n" | GIT_TERMINAL_PROMPT=0 git credential fill',
    output('$SECRET'),
  ],
  [
    'keyring',
    'keys in the kernel',
    'keyctl show @u 2>/dev/null | grep -q keyring && echo "got $ID out"; grep -q . /proc/keys && echo "got $ID out"',
    output('got keyring out'),
  ],
  [
    'tty',
    'the terminal',
    '(echo x >/dev/tty) 2>/dev/null && echo "got $ID out"',
    output('got tty out'),
  ],
]);
