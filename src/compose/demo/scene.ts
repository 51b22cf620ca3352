/** Who plays what in the demo. The names are tasks of its plan. */
export const SCENE = {
  /** All three want to write the same file, so they take turns. */
  turns: { tasks: ['median', 'range', 'mode'], file: 'src/index.js' },
  /** Both write the same helper, under different names and in different files. */
  twins: [
    { task: 'lines', helper: 'chunk', file: 'src/text.js' },
    { task: 'pages', helper: 'batches', file: 'src/page.js' },
  ],
  /** It says that its tests pass, and they fail. */
  liar: { task: 'percentile', claim: 'All tests pass.' },
  /** It never comes to an end, and listens to nobody. */
  hung: { task: 'report', file: 'src/report.js' },
} as const;

/** The tasks that land. */
export const LANDING: readonly string[] = [
  ...SCENE.turns.tasks,
  ...SCENE.twins.map(({ task }) => task),
];
