import path from 'node:path';
import tseslint from 'typescript-eslint';
import { importX } from 'eslint-plugin-import-x';

/** The floors of docs/architecture.md: a folder of src/ imports only from itself and from floors below its own. */
const FLOORS = [
  ['common'],
  ['config'],
  ['model', 'storage', 'tool-host', 'time'],
  ['security'],
  ['tools', 'prompt', 'commands'],
  ['sessions'],
  ['user-info', 'files', 'shell', 'skills', 'memory', 'search', 'rag', 'profile', 'preferences', 'workspace', 'schedule', 'delivery'],
  ['agent'],
  ['typing'],
  ['chat', 'conversations', 'completions', 'models', 'stats', 'gateway', 'channels', 'triggers', 'sub-agents', 'health', 'api-docs'],
  ['cli', 'scripts', 'import', '.'],
];

const source = path.join(import.meta.dirname, 'src');
const folderOf = (file) => {
  const relative = path.relative(source, file);
  if (relative.startsWith('..')) return undefined;
  const [first, ...rest] = relative.split(path.sep);
  return rest.length === 0 ? '.' : first;
};
const floorOf = (folder) => FLOORS.findIndex((folders) => folders.includes(folder));

const floors = {
  meta: { type: 'problem', schema: [], messages: { upward: '{{from}}/ may not import {{to}}/ (docs/architecture.md, floors).' } },
  create: (context) => {
    const from = folderOf(context.filename);
    const check = (node) => {
      const specifier = node.source?.value;
      if (from === undefined || typeof specifier !== 'string' || !specifier.startsWith('.')) return;
      const to = folderOf(path.resolve(path.dirname(context.filename), specifier));
      if (to === undefined || to === from) return;
      if (floorOf(to) < 0 || floorOf(to) >= floorOf(from)) context.report({ node, messageId: 'upward', data: { from, to } });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check };
  },
};

/** A script tool's `run` is stored as its source text, so every name it uses must be its own or JavaScript's. */
const selfContainedRun = {
  meta: { type: 'problem', schema: [], messages: { outside: '`{{name}}` is from outside `run`: the code is stored as text and runs elsewhere.' } },
  create: (context) => ({
    'Program:exit': () => {
      const { scopeManager } = context.sourceCode;
      for (const scope of scopeManager.scopes) {
        const isRun = scope.type === 'function' && (scope.block.id?.name === 'run' || scope.block.parent?.key?.name === 'run');
        if (!isRun) continue;
        for (const reference of scope.through) {
          const definition = reference.resolved?.defs[0];
          if (definition && !reference.isTypeReference) {
            context.report({ node: reference.identifier, messageId: 'outside', data: { name: reference.identifier.name } });
          }
        }
      }
    },
  }),
};

const house = { rules: { floors, 'self-contained-run': selfContainedRun } };

export default tseslint.config(
  { ignores: ['build/', 'dist/', 'ui/dist/', 'coverage/', 'node_modules/', 'test/output/', '**/generated/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended,
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'ui/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { house, 'import-x': importX },
    rules: {
      'house/floors': 'error',
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-control-regex': 'off',
      eqeqeq: 'error',
    },
  },
  { files: ['src/**/*.tool.ts'], ignores: ['src/**/*.service-tool.ts'], rules: { 'house/self-contained-run': 'error' } },
  {
    files: ['**/*.mjs', '**/*.cjs', '*.js'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
