/** The tools of one agent, by what they do. Names are those that its hook hands over. */
export interface AgentTools {
  /** Tools that run a shell command, with the keys under which it stands. */
  readonly shells: Readonly<Record<string, readonly string[]>>;
  /** Tools that write files, with the keys under which their paths stand. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** Tools that take files away, likewise; left out: it has none. */
  readonly removals?: Readonly<Record<string, readonly string[]>>;
  /** Tools that take a patch, with the keys under which it stands. */
  readonly patches: Readonly<Record<string, readonly string[]>>;
  readonly harmless: RegExp;
  /** Keys under which a shell tool is told where to run. */
  readonly folders: readonly string[];
}

const CLAUDE: AgentTools = {
  shells: { Bash: ['command'], Monitor: ['command'], PowerShell: ['command'] },
  files: {
    Write: ['file_path'],
    Edit: ['file_path'],
    MultiEdit: ['file_path'],
    NotebookEdit: ['notebook_path', 'file_path'],
  },
  patches: {},
  harmless:
    /^(?:Read|Glob|Grep|LS|LSP|Web(?:Fetch|Search)|Todo(?:Read|Write)|Task(?:Create|Get|List|Output|Stop|Update)?|Agent|Workflow|BashOutput|KillShell|KillBash|ToolSearch|Skill|SlashCommand|ExitPlanMode|EnterPlanMode|AskUserQuestion|StructuredOutput|SendMessage|ListMcpResources(?:Tool)?|ReadMcpResource(?:Tool)?|NotebookRead|Cron(?:List|Delete)|ListPeers|Brief)$/,
  folders: [],
};

const CODEX: AgentTools = {
  shells: {
    Bash: ['command', 'cmd'],
    exec_command: ['cmd', 'command'],
    shell: ['command', 'cmd'],
    shell_command: ['command', 'cmd'],
    local_shell: ['command', 'cmd'],
    unified_exec: ['cmd', 'command'],
    write_stdin: ['chars', 'input'],
  },
  files: {},
  patches: { apply_patch: ['command', 'patch', 'input'] },
  harmless:
    /^(?:collaboration.*|multi_agent.*|spawn_agent|wait_agent|close_agent|send_input|resume_agent|interrupt_agent|list_agents|send_message|followup_task|update_plan|view_image|web_search.*|tool_search|request_user_input|read_file|list_dir|grep_files|wait|sleep|clock.*|get_goal|create_goal|update_goal|exec|functions[._]?exec)$/,
  folders: ['workdir', 'cwd'],
};

const KIMI: AgentTools = {
  shells: { Bash: ['command'], Shell: ['command'] },
  files: {
    Write: ['path', 'file_path'],
    WriteFile: ['path', 'file_path'],
    Edit: ['path', 'file_path'],
    StrReplaceFile: ['path', 'file_path'],
    MultiEdit: ['path', 'file_path'],
  },
  patches: {},
  harmless:
    /^(?:Agent|AgentSwarm|WaitFor|Task(?:Stop|Output|List)|TodoList|Skill|Read|ReadFile|ReadMediaFile|Grep|Glob|FetchURL|SearchWeb|WebSearch|ExitPlanMode|EnterPlanMode|Cron(?:List|Delete)|UpdateGoal|SetGoalBudget|GetGoal|CreateGoal|AskUserQuestion|Think)$/,
  folders: ['cwd', 'workdir', 'directory'],
};

const OPENCODE: AgentTools = {
  shells: { bash: ['command'], shell: ['command'] },
  files: {
    write: ['filePath', 'file_path', 'path'],
    edit: ['filePath', 'file_path', 'path'],
    multiedit: ['filePath', 'file_path', 'path'],
  },
  patches: { patch: ['patchText', 'patch'], apply_patch: ['patchText', 'patch'] },
  harmless:
    /^(?:read|glob|grep|list|ls|webfetch|websearch|codesearch|todo(?:read|write)|task|skill|question|lsp|invalid|plan_(?:enter|exit)|batch)$/,
  folders: ['workdir', 'cwd'],
};

const GEMINI: AgentTools = {
  shells: { run_shell_command: ['command'] },
  files: { write_file: ['file_path'], replace: ['file_path'], edit: ['file_path'] },
  patches: {},
  harmless:
    /^(?:read_file|read_many_files|list_directory|ls|glob|grep_search|search_file_content|web_fetch|google_web_search|write_todos|invoke_agent|complete_task|save_memory|activate_skill|ask_user|enter_plan_mode|exit_plan_mode|get_internal_docs|tracker_.*|update_topic)$/,
  folders: ['dir_path', 'directory'],
};

/** Kinds of calls of the Agent Client Protocol, as its driver hands them over. */
const ACP: AgentTools = {
  shells: { execute: ['command'] },
  files: { edit: ['paths'], move: ['paths'] },
  removals: { delete: ['paths'] },
  patches: {},
  harmless: /^(?:read|search|think)$/,
  folders: ['cwd'],
};

/** By the adapter's name. */
const TOOLS: ReadonlyMap<string, AgentTools> = new Map([
  ['claude-code', CLAUDE],
  ['codex', CODEX],
  ['kimi', KIMI],
  ['opencode', OPENCODE],
  ['gemini', GEMINI],
  ['acp', ACP],
]);

export const toolsOf = (agent: string): AgentTools | null => TOOLS.get(agent) ?? null;
