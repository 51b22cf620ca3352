/** The page's looks: light, or dark where the reader's machine is; on paper light. No fonts or pictures are loaded. */
export const STYLE = `
:root { color-scheme: light dark; --fg: #1d2229; --dim: #5b6673; --bg: #ffffff; --line: #d5dae0; --lane: #eef1f4;
  --bar: #7aa2d8; --root: #b4bcc6; --write: #1f4e9c; --passed: #1c7a3c; --failed: #c02a2a; --tested: #8a6d00; --finding: #b3400b; }
@media (prefers-color-scheme: dark) {
  :root { --fg: #e3e8ee; --dim: #9aa5b2; --bg: #14181d; --line: #333b45; --lane: #1f252c;
    --bar: #3f6ea8; --root: #56606c; --write: #a9cdfb; --passed: #58c07c; --failed: #ff7b72; --tested: #d8b64a; --finding: #ff9d5c; } }
@media print { :root { color-scheme: light; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--fg); background: var(--bg); margin: 2rem auto; padding: 0 1rem; max-width: 75rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; } h3 { font-size: 1rem; margin: 1.8rem 0 0.3rem; }
p { margin: 0.3rem 0; } .dim { color: var(--dim); } a { color: inherit; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0; }
th, td { text-align: left; padding: 0.2rem 0.7rem 0.2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--dim); font-weight: 500; } thead th { white-space: nowrap; }
.lanes th[scope=row] { color: inherit; font-weight: inherit; max-width: 14rem; }
.lanes td, .lanes th { vertical-align: middle; } .lanes .time { width: 50%; min-width: 16rem; padding: 0.15rem 0.7rem 0.15rem 0; }
.scale { display: flex; justify-content: space-between; }
svg { display: block; width: 100%; height: 1.6rem; background: var(--lane); }
.bar { fill: var(--bar); } .bar.root { fill: var(--root); } .write { fill: var(--write); } .passed { fill: var(--passed); }
.failed { fill: var(--failed); } .tested { fill: var(--tested); } .finding { fill: var(--finding); }
.key span { display: inline-block; width: 0.7rem; height: 0.7rem; margin: 0 0.3rem 0 0.9rem; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; } li { margin: 0.5rem 0; }
:target { outline: 2px solid var(--finding); outline-offset: 0.3rem; }
`;
