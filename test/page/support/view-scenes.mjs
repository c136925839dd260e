/** Looks of the drawer's views, for support/scenes.mjs. */

const memory = (rowid, fact, fields = {}) => ({ rowid, fact, topic: 'general', source: 'explicit', created_at: '2026-02-13T12:34:56.789000+00:00', updated_at: '2026-02-13T12:34:56.789000+00:00', session_id: null, ...fields });

const MEMORIES = [
  memory(7, 'I prefer tea', { topic: 'preference', session_id: 'session-9' }),
  memory(6, 'The backup runs every night at 3 on the machine in the cellar, which is called "ada" and keeps thirty days; its disks were changed in March and the oldest of them is still in the drawer.', { source: 'tool', topic: 'infrastructure' }),
  memory(5, 'אני גר בירושלים', { source: 'manual', topic: 'personal' }),
  memory(4, 'x'.repeat(300), { source: 'another-program-with-a-very-long-name-for-itself' }),
];

const HISTORY = [
  { change: 'added', fact: 'I prefer coffee', topic: 'preference', source: 'explicit', session_id: 'session-9', at: '2026-02-12T12:34:56.789000+00:00' },
  { change: 'corrected', fact: 'I prefer tea', topic: 'preference', source: 'manual', session_id: null, at: '2026-02-13T12:34:56.789000+00:00' },
];

/** What the settings are read from. */
export const SETTINGS_REPLIES = {
  'GET /api/settings': { default_model: 'openrouter/free', profile_enabled: true, memory_enabled: true, search_enabled: false, skills_enabled: true },
  'GET /api/models': { models: ['openrouter/free', 'a-provider/a-model-with-a-name-that-is-too-long-for-any-telephone-and-some-more-of-it:free'].map((name) => ({ name, model: name })) },
  'GET /api/presets': [
    { id: 'p1', name: 'General Assistant', prompt: 'Answer briefly.', is_default: 1, created_at: '2026-02-13T12:34:56.789000+00:00' },
    { id: 'p2', name: 'Pirate', prompt: 'Answer as a pirate would.', is_default: 0, created_at: '2026-02-13T12:34:56.789000+00:00' },
  ],
  'GET /api/profile': { content: 'I live in Berlin and write TypeScript.', updated_at: '2026-02-13T12:34:56.789000+00:00' },
  'GET /api/profile/default': { content: 'The text of a new installation.' },
  'GET /api/skills': {
    skills: [
      { key: 'memory.search', name: 'Memory Search', category: 'memory', risk: 'low', description: 'Look up remembered facts.', tool: 'memory_search', enabled: true },
      { key: 'settings.update', name: 'Settings Update', category: 'settings', risk: 'high', description: 'Change settings that a client may change.', tool: 'settings_update', enabled: false },
    ],
    count: 2,
  },
  'GET /api/stats': { cpu_percent: 12.5, memory_percent: 43.1, memory_used_gb: 6.9, memory_total_gb: 16, gpu_percent: 3, vram_percent: 40, gpu_available: true },
};

const document = (id, title, fields = {}) => ({ id, title, type: 'pdf', source: 'upload', size_bytes: 48211, passages: 57, created_at: '2026-02-13T12:34:56.789000+00:00', ...fields });

const DOCUMENTS = {
  'GET /api/documents': {
    documents: [document('d1', 'manual.pdf'), document('d2', 'מדריך למשתמש.pdf', { size_bytes: 1_482_110 }), document('d3', `${'a-very-long-name-without-a-blank-'.repeat(8)}.html`, { source: 'a-program-that-hands-in-texts' })],
    total: 3,
  },
  'GET /api/documents/status': { documents: 3, passages: 412, embedded: 380, refused: 0, state: 'waiting', model: 'm', store: 'sqlite-vec', error: 'http://127.0.0.1:11434 does not answer.' },
  'GET /api/documents/search': { results: [{ passage: 1, text: 'The boiler works at 1 to 2 bar. '.repeat(12), source: 'manual.pdf, page 3', start: 0, end: 10, document_id: 'd1', title: 'manual.pdf', score: 0.03 }], count: 1, mode: 'hybrid' },
  'POST /api/upload': { status: 415, body: { error: 'picture.png: files of this type cannot be read.' } },
};

const job = (id, name, schedule, fields = {}) => ({ id, name, enabled: true, createdAtMs: 1, updatedAtMs: 1, schedule, sessionTarget: 'isolated', wakeMode: 'now', payload: { kind: 'agentTurn', message: name }, state: {}, ...fields });

export const SCHEDULES = [
  job('s1', 'Read the news and tell me what matters', { kind: 'cron', expr: '0 9 * * *', tz: 'Europe/Berlin' }, { state: { nextRunAtMs: Date.UTC(2030, 1, 13, 8), lastRunAtMs: Date.UTC(2026, 1, 13, 8), lastRunStatus: 'error', lastError: 'The model does not answer: http://127.0.0.1:11434/v1 refused the connection.' } }),
  job('s2', 'בדוק את הגיבויים', { kind: 'every', everyMs: 7_200_000 }, { enabled: false }),
  job('s3', 'x'.repeat(200), { kind: 'at', at: '2030-12-24T18:00:00Z' }, { state: { runningAtMs: 1 } }),
];

const CONTEXT = {
  source: 'estimate',
  generatedAt: '2026-02-13T12:34:56.789Z',
  model: 'openrouter/free',
  systemPrompt: { chars: 5200, estimatedTokens: 1300, projectContextChars: 1800, nonProjectContextChars: 3400 },
  sections: [
    { name: 'Stored system prompt', zone: 'stable', chars: 3400, estimatedTokens: 850 },
    { name: 'Workspace Files (injected), with a name that is much longer than a telephone is wide', zone: 'stable', chars: 1500, estimatedTokens: 375 },
    { name: 'Current Date & Time', zone: 'dynamic', chars: 300, estimatedTokens: 75 },
  ],
  cache: { stableChars: 10900, dynamicChars: 300, stableShare: 0.973 },
  injectedWorkspaceFiles: [
    { name: 'SOUL.md', path: 'SOUL.md', missing: false, rawChars: 30000, injectedChars: 20000, truncated: true },
    { name: 'TOOLS.md', path: 'TOOLS.md', missing: true, rawChars: 0, injectedChars: 60, truncated: false },
  ],
  skills: { promptChars: 0, entries: [] },
  tools: { count: 2, schemaChars: 6000, estimatedTokens: 1500, entries: [{ name: 'exec', summaryChars: 200, schemaChars: 120, propertiesCount: 1 }, { name: 'x'.repeat(64), summaryChars: 20, schemaChars: 12, propertiesCount: 1 }] },
  sessionTokens: { prompt: 4200, completion: 310, cached: 3600 },
};

export const VIEW_SCENES = [
  {
    name: 'memory',
    view: 'Memory',
    replies: { 'GET /api/memories': { memories: MEMORIES, count: 4 }, 'GET /api/memories/7/history': { rowid: 7, history: HISTORY, count: 2 } },
    press: ['I prefer tea', 'History'],
    waitFor: 'Undo the correction',
  },
  { name: 'memory-edit', view: 'Memory', replies: { 'GET /api/memories': { memories: MEMORIES, count: 4 } }, press: ['I prefer tea', 'Edit'], waitFor: 'Save' },
  { name: 'memory-empty', view: 'Memory', replies: { 'GET /api/memories': { memories: [], count: 0 } }, waitFor: 'Nothing is remembered yet' },
  { name: 'memory-error', view: 'Memory', replies: { 'GET /api/memories': { status: 500, body: { error: 'The database is damaged.' } } }, waitFor: 'The database is damaged.' },
  { name: 'documents', view: 'Documents', replies: DOCUMENTS, files: ['picture.png'], press: ['manual.pdf'], waitFor: 'cannot be read' },
  { name: 'documents-search', view: 'Documents', replies: DOCUMENTS, search: 'boiler', waitFor: 'manual.pdf, page 3' },
  { name: 'documents-empty', view: 'Documents', replies: { 'GET /api/documents': { documents: [], total: 0 } }, waitFor: 'There are no documents yet' },
  {
    name: 'chosen',
    view: 'Settings',
    replies: { ...SETTINGS_REPLIES, ...DOCUMENTS, 'POST /api/upload': { filename: 'manual.pdf', context_id: 'c1' } },
    choose: { Preset: 'Pirate', 'Model for the next message': 'a-provider/a-model-with-a-name-that-is-too-long-for-any-telephone-and-some-more-of-it:free' },
    attach: `${'a-very-long-name-'.repeat(6)}.pdf`,
    waitFor: 'Model for this message',
  },
  {
    name: 'sign-in',
    view: 'Memory',
    replies: {
      'GET /api/memories': ({ headers }) => (headers['x-session-id'] === undefined ? { status: 401, body: { error: 'Authentication required' } } : { memories: [], count: 0 }),
      'POST /api/auth/guest': { status: 'ok', session_id: '0'.repeat(32), role: 'guest', timeout_seconds: 90 },
    },
    thenPress: 'Sign in',
    waitFor: 'You are a guest',
    thenWaitFor: 'This needs the owner’s PIN',
  },
  { name: 'schedules', view: 'Schedules', replies: { 'GET /api/schedules': { jobs: SCHEDULES } }, press: ['Read the news and tell me what matters'], waitFor: 'The last run failed' },
  { name: 'schedules-new', view: 'Schedules', replies: { 'GET /api/schedules': { jobs: [] } }, press: ['New schedule'], waitFor: 'What Jarvis should do' },
  { name: 'context', view: 'Context', replies: { 'GET /api/context': CONTEXT }, press: ['Workspace files (2)', 'Tools (2)'], waitFor: 'exec' },
  { name: 'context-error', view: 'Context', replies: { 'GET /api/context': { status: 403, body: { error: 'Admin PIN required for this action' } } }, waitFor: 'Sign in as the owner' },
  { name: 'settings', view: 'Settings', replies: SETTINGS_REPLIES, waitFor: 'Processor 13 %' },
  { name: 'settings-open', view: 'Settings', replies: SETTINGS_REPLIES, press: ['Profile', 'Presets', 'Skills', 'Pirate'], waitFor: 'Answer as a pirate would.' },
];
