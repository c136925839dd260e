import path from 'node:path';

/**
 * Programs whose business is to run other programs: shells, interpreters, wrappers, remote shells, editors and debuggers.
 * An allow-list that named one would name everything.
 */
const RUNNERS = new Set(
  `sh bash dash ash zsh ksh mksh fish csh tcsh rbash busybox toybox pwsh powershell cmd
   node nodejs deno bun tsx ts-node python pypy perl ruby irb php lua luajit tclsh wish expect awk gawk mawk nawk sed ed ex
   java jshell groovy scala swift osascript r rscript julia guile racket sbcl ghci erl elixir iex
   env xargs find fd fdfind parallel sudo doas su runuser pkexec setpriv chroot unshare nsenter nohup setsid timeout nice ionice
   chrt taskset stdbuf unbuffer time watch script flock systemd-run start-stop-daemon daemonize at batch crontab
   command builtin exec eval source . entr inotifywait
   ssh sshpass mosh rsh telnet docker podman kubectl lxc machinectl vagrant
   vi vim nvim view emacs emacsclient nano less more most man gdb lldb strace ltrace valgrind perf
   make gmake ninja cmake npm npx pnpm yarn pip pipx uv uvx cargo go gem bundle rake mvn gradle
   screen tmux dtach busctl dbus-run-session xvfb-run`.split(/\s+/),
);

/** Multi-call binaries that real programs are links to: the link's name decides what they do. */
const MULTI_CALL = new Set(['busybox', 'toybox', 'coreutils']);

/** True where a program runs other programs. Versions count as the plain name: `python3.11` is `python`. */
export function isRunner(name: string): boolean {
  const base = path.basename(name).toLowerCase();
  return RUNNERS.has(base) || RUNNERS.has(base.replace(/[-.\d]+$/, ''));
}

/** As `isRunner`, for the file that a link leads to. */
export function isRunnerFile(file: string): boolean {
  return !MULTI_CALL.has(path.basename(file)) && isRunner(file);
}
