import type { CommentStyle } from './copied-text.ts';

const ENDINGS: Readonly<Record<CommentStyle, string>> = {
  slashes:
    'js mjs cjs jsx ts mts cts tsx vue svelte astro html htm xml xsl svg hbs ejs twig css scss sass less styl json json5 jsonc ' +
    'java kt kts scala groovy gradle go rs c h cc cpp cxx hpp hh cs fs swift m mm dart php phtml proto thrift zig odin d v sv sol ' +
    'tf tfvars hcl bicep glsl hlsl wgsl vert frag razor cshtml jsp prisma cue jsonnet libsonnet wat',
  hash: 'py pyi rb rake pl pm sh bash zsh fish ps1 psm1 r jl yaml yml toml mk cmake nim ex exs cr coffee awk tcl nix graphql gql gd conf nginx service env properties feature robot bzl star',
  dashes: 'sql ddl psql hs elm lua adb ads vhd vhdl purs',
  semicolon: 'clj cljs cljc edn lisp el scm rkt ini asm s nasm',
};

const NAMES: Readonly<Record<string, CommentStyle>> = {
  dockerfile: 'hash',
  containerfile: 'hash',
  makefile: 'hash',
  gnumakefile: 'hash',
  justfile: 'hash',
  rakefile: 'hash',
  vagrantfile: 'hash',
  'cmakelists.txt': 'hash',
  procfile: 'hash',
  caddyfile: 'hash',
  jenkinsfile: 'slashes',
  build: 'hash',
};

const STYLES = new Map<string, CommentStyle>();
for (const [style, endings] of Object.entries(ENDINGS) as [CommentStyle, string][])
  for (const ending of endings.split(' ')) STYLES.set(ending, style);

/** What programs write, others wrote, or tests hold as data. */
const NOT_OURS =
  /(?:^|\/)(?:node_modules|vendor|vendored|third[_-]?party|external|deps|dist|build|out|target|coverage|generated|gen|__generated__|__snapshots__|snapshots?|fixtures?|__fixtures__|testdata|test-data|golden|cassettes|__mocks__|migrations\/meta|\.yarn|\.git)\//iu;
const NOT_OURS_BY_NAME =
  /[.-](?:min|bundle|generated|gen|g)\.\w+$|\.pb\.\w+$|_pb2?(?:_grpc)?\.pyi?$|\.(?:snap|map|designer\.cs)$/iu;

/** Locked versions, manifests, and what tools want in every folder: nobody would share them. */
const BOILERPLATE =
  /(?:^|\/)(?:package(?:-lock)?|npm-shrinkwrap|composer|deno|tsconfig[^/]*|jsconfig|lerna|turbo|nx|project|angular|components|manifest)\.jsonc?$|(?:^|\/)(?:pnpm-lock|pnpm-workspace|mix|pubspec)\.ya?ml$|(?:^|\/)(?:cargo|pyproject|pipfile|poetry|uv|gopkg)\.toml$|(?:^|\/)(?:pom|build)\.xml$|\.(?:lock|lockfile|lockb|sum|csproj|iml|xcscheme|pbxproj|plist|storyboard|xib|schema\.json)$|(?:^|\/)(?:yarn\.lock|go\.mod|go\.sum|setup\.(?:py|cfg)|__init__\.py|\.editorconfig|\.(?:eslintrc|prettierrc|babelrc)[^/]*)$/iu;

/** How comments look in a file whose blocks are held against others; null: it is not looked at. */
export const copyStyleOf = (path: string): CommentStyle | null => {
  if (NOT_OURS.test(path) || NOT_OURS_BY_NAME.test(path) || BOILERPLATE.test(path)) return null;
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const known = NAMES[name] ?? NAMES[name.replace(/\..*$/u, '')];
  if (known !== undefined && !name.startsWith('build.')) return known;
  return STYLES.get(name.slice(name.lastIndexOf('.') + 1)) ?? null;
};
