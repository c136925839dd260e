/**
 * Three sizes of test in one run: specs beside the source, contract tests over HTTP and the CLI
 * against the built server, and the page in a real browser.
 * ESM needs `node --experimental-vm-modules` (see src/scripts/test.mjs, which `npm test` runs).
 */
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  setupFiles: ['<rootDir>/test/support/guard-real-home.ts'],
};

export default {
  reporters: ['default', '<rootDir>/test/support/closing-line.reporter.cjs'],
  coverageProvider: 'v8',
  testTimeout: 30_000,
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    { ...shared, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.e2e.ts'] },
    { ...shared, displayName: 'cli', testMatch: ['<rootDir>/test/cli/**/*.e2e.ts'] },
    { ...shared, displayName: 'page', testMatch: ['<rootDir>/test/page/**/*.e2e.ts'] },
  ],
};
