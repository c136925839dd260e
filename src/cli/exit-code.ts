/** What the `jarvis` command ends with; docs/cli.md says which command uses which. */
export const ExitCode = {
  ok: 0,
  /** Something is wrong or could not be done; also wrong usage. */
  failure: 1,
  /** `jarvis status`: the server does not run (the number that service scripts use for it). */
  notRunning: 3,
  /** Ended by Ctrl-C (128 + SIGINT). */
  interrupted: 130,
} as const;
