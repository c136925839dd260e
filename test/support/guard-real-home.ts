import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// No test may touch the real home: whatever a test does not override lands in a throw-away folder.
process.env.HOME = mkdtempSync(path.join(tmpdir(), 'jarvis-test-home-'));
delete process.env.OPENROUTER_API_KEY;
