import { describe, expect, it } from 'vitest';
import { toolText as claudeText } from '../../../src/adapters/agents/claude-code/tool-text.ts';
import { toolText as kimiText } from '../../../src/adapters/agents/kimi/tool-text.ts';
import { oneLine } from '../../../src/adapters/agents/tool-words.ts';

describe('tool words', () => {
  it.each([
    ['Edit', { file_path: '/ws/src/x.ts' }, 'edit src/x.ts'],
    ['NotebookEdit', { notebook_path: '/other/n.ipynb' }, 'edit /other/n.ipynb'],
    ['Grep', { pattern: 'a.*b', path: '/ws' }, 'search a.*b'],
    ['Bash', { command: 'npm test\nls', description: 'runs it' }, 'Bash npm test'],
    ['Bash', { description: 'runs it' }, 'Bash'],
    ['Agent', { description: 'part 1' }, 'Agent part 1'],
    ['constructor', {}, 'constructor'],
  ])('tells a call of Claude Code: %s %j', (name, input, text) => {
    expect(claudeText(name, input, '/ws')).toBe(text);
  });

  it.each([
    ['Write', { path: '/ws/src/x.ts' }, 'write src/x.ts'],
    ['Glob', { path: '/ws', pattern: '*.ts' }, 'search *.ts'],
    ['Grep', { path: '/ws' }, 'search'],
    ['Bash', { command: 'npm test', path: '/ws' }, 'Bash npm test'],
    ['Bash', { description: 'runs it' }, 'Bash'],
    ['TaskStop', { task_id: 't1' }, 'TaskStop t1'],
    ['constructor', {}, 'constructor'],
  ])('tells a call of Kimi Code: %s %j', (name, input, text) => {
    expect(kimiText(name, input, '/ws')).toBe(text);
  });

  it('cuts a text to its first line and to a length', () => {
    expect(oneLine('  one \r\ntwo', 10)).toBe('one');
    expect(oneLine('0123456789', 10)).toBe('0123456789');
    expect(oneLine('0123456789a', 10)).toBe('012345678…');
  });
});
