import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeLeftovers } from './leftover-files.js';

test('removes what dead processes left half written, and nothing else', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-leftovers-'));
  try {
    const { pid: dead } = spawnSync(process.execPath, ['--version']);
    const kept = ['user-info.json', `settings.json.${process.ppid}.0123456789ab.tmp`, 'mine.tmp', `user-info.json.${dead}.short.tmp`];
    for (const name of [...kept, `user-info.json.${dead}.0123456789ab.tmp`, `.env.${process.pid}.ba9876543210.tmp`]) writeFileSync(path.join(folder, name), 'half');
    expect(removeLeftovers([folder, path.join(folder, 'missing')])).toBe(2);
    expect(readdirSync(folder).sort()).toEqual(kept.sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
