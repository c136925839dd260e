import type { ScriptTool } from '../tools/tool.js';

/** Runs a shell command (docs/agent.md, "exec"). `argv` is set by the server alone: a command that the allow-list covers. */
export const execTool: ScriptTool = {
  name: 'exec',
  description:
    'Run a shell command (sh -c) on the machine that you run on, as the user of the server, and get its output. Use it for everything ' +
    'that no other tool does: programs, package managers, git, networks, processes. The command gets no input (stdin is closed) and no ' +
    'terminal, so pass flags such as -y instead of answering questions. "status" is "ok" for exit code 0 and "error" otherwise; read ' +
    '"exitCode", "stdout" and "stderr" to see why. "signal" names the signal that ended it, "timedOut" that it took too long (the output ' +
    'so far is there), "truncated" that the middle of a long output is left out: send long output to a file and read it in parts. ' +
    'What the command leaves in the background ends with it; start a service that shall go on with `setsid -f program > file 2>&1`.',
  parameters: {
    type: 'object',
    properties: { cmd: { type: 'string', description: 'The command, as you would type it into a shell.' } },
    required: ['cmd'],
  },
  run: async (args, _fs, _path, process, require) => {
    const { spawn } = require('node:child_process') as typeof import('node:child_process');
    /** Kept of each stream at each end, in bytes: more than a model reads, and small beside the process itself. */
    const EDGE_BYTES = 262_144;
    /** Handed on while it runs: all of the first part, then the newest piece four times a second. */
    const LIVE_BYTES = 262_144;
    const LIVE_PIECE_BYTES = 4096;
    const LIVE_INTERVAL_MS = 250;
    /** How long output that is still in the pipe after the end is waited for: what is left in the background may hold it. */
    const DRAIN_MS = 100;
    /** Between TERM and KILL for what the command left in the background. */
    const LEFTOVER_MS = 200;
    /** After KILL: no more than to be scheduled once. */
    const KILLED_MS = 50;

    const failed = (error: string) => ({ status: 'error', exitCode: null, stdout: '', stderr: '', error });
    if (typeof args.cmd !== 'string' || args.cmd.trim() === '') return failed('exec needs "cmd": the shell command as a text that is not empty.');
    if (args.cmd.includes('\0')) return failed('exec: "cmd" holds a NUL character, which no command can have.');
    const [program, ...rest] = Array.isArray(args.argv) ? args.argv.map(String) : ['/bin/sh', '-c', args.cmd];
    if (program === undefined) return failed('exec got an empty argument vector.');

    class Collected {
      head: Buffer[] = [];
      headBytes = 0;
      tail: Buffer[] = [];
      tailBytes = 0;
      total = 0;
      add(data: Buffer): void {
        this.total += data.length;
        const first = data.subarray(0, EDGE_BYTES - this.headBytes);
        if (first.length > 0) this.head.push(first);
        this.headBytes += first.length;
        const later = data.subarray(first.length);
        if (later.length === 0) return;
        // A copy: the piece itself is a part of a much larger block of memory.
        this.tail.push(Buffer.from(later));
        this.tailBytes += later.length;
        while (this.tail[0] && this.tailBytes - this.tail[0].length >= EDGE_BYTES) this.tailBytes -= this.tail.shift()?.length ?? 0;
      }
      get omitted(): number {
        return this.total - this.headBytes - this.tailBytes;
      }
    }

    const notes: string[] = [];
    /** Text that can be read: without colours, and with bytes that are no text made visible; a note says so. */
    const readable = (name: string, collected: Collected): string => {
      const decode = (chunks: Buffer[]): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks));
      let text = decode(collected.head);
      // The cut may go through a character: its halves are left out too.
      if (collected.tail.length > 0) {
        const marker = collected.omitted > 0 ? `\n[... ${collected.omitted} bytes left out ...]\n` : '';
        text =
          marker === ''
            ? decode([...collected.head, ...collected.tail])
            : text.replace(/\uFFFD+$/, '') + marker + decode(collected.tail).replace(/^\uFFFD+/, '');
      }
      text = text.replace(/\r\n/g, '\n');
      const plain = text.replace(/\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)|[ -/]*[0-~])/g, '');
      if (plain !== text) notes.push(`${name}: colours and cursor movements of a terminal (ANSI) were taken out`);
      const shown = plain.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, (character) => '\\x' + character.charCodeAt(0).toString(16).padStart(2, '0'));
      if (shown !== plain || shown.includes('\uFFFD')) {
        notes.push(`${name}: not plain text (binary); control characters are shown as \\xHH, bytes that are no text as U+FFFD`);
      }
      return shown;
    };

    let liveBytes = 0;
    let lastLive = 0;
    const showLive = (data: Buffer, stream: NodeJS.WriteStream): void => {
      if (liveBytes < LIVE_BYTES) {
        liveBytes += data.length;
        stream.write(data);
      } else if (Date.now() - lastLive >= LIVE_INTERVAL_MS) {
        lastLive = Date.now();
        stream.write(data.subarray(-LIVE_PIECE_BYTES));
      }
    };

    const stdout = new Collected();
    const stderr = new Collected();
    const end = await new Promise<{ code: number | null; signal: NodeJS.Signals | null; problem?: string }>((resolve) => {
      // A session and group of its own: what it leaves behind can be found by one number.
      let child: import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>;
      try {
        child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
      } catch (error) {
        // Too long an argument list is thrown, not emitted.
        resolve({ code: null, signal: null, problem: (error as Error).message });
        return;
      }
      let lastData = Date.now();
      const collect = (collected: Collected, shown: NodeJS.WriteStream) => (data: Buffer) => {
        lastData = Date.now();
        collected.add(data);
        showLive(data, shown);
      };
      child.stdout.on('data', collect(stdout, process.stdout));
      child.stderr.on('data', collect(stderr, process.stderr));
      child.once('error', (error: Error) => resolve({ code: null, signal: null, problem: error.message }));
      let exit: { code: number | null; signal: NodeJS.Signals | null; at: number; hasLeftovers: boolean } | undefined;
      let isClosed = false;
      const signalGroup = (what: NodeJS.Signals | 0): boolean => {
        try {
          return child.pid !== undefined && process.kill(-child.pid, what);
        } catch {
          return false;
        }
      };
      const finish = (): void => {
        if (!exit) return;
        const now = Date.now();
        const waited = now - exit.at;
        if (exit.hasLeftovers && waited >= LEFTOVER_MS) signalGroup('SIGKILL');
        // A killed process is gone in a moment; one that nobody collects is not waited for.
        exit.hasLeftovers = exit.hasLeftovers && waited < LEFTOVER_MS + KILLED_MS && signalGroup(0);
        const isDrained = isClosed || now - lastData >= DRAIN_MS || waited >= 10 * DRAIN_MS;
        if (exit.hasLeftovers || !isDrained) {
          setTimeout(finish, 5);
          return;
        }
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ code: exit.code, signal: exit.signal });
        exit = undefined;
      };
      child.once('exit', (code, signal) => {
        exit = { code, signal, at: Date.now(), hasLeftovers: signalGroup('SIGTERM') };
        setTimeout(finish, 5);
      });
      child.once('close', () => {
        isClosed = true;
        finish();
      });
    });

    if (end.problem !== undefined) return failed(`exec could not start the command: ${end.problem}`);
    const result = {
      status: end.code === 0 ? 'ok' : 'error',
      exitCode: end.code,
      ...(end.signal === null ? {} : { signal: end.signal }),
      stdout: readable('stdout', stdout),
      stderr: readable('stderr', stderr),
      ...(stdout.omitted + stderr.omitted > 0 ? { truncated: true } : {}),
    };
    return notes.length > 0 ? { ...result, notes } : result;
  },
};
