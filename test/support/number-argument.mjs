/** The number after a flag on the command line, or the default. Ends the program where it is no number. */
export function numberArgument(flag, fallback) {
  const at = process.argv.indexOf(flag);
  if (at === -1) return fallback;
  const value = Number(process.argv[at + 1]);
  if (Number.isFinite(value) && value >= 0) return value;
  process.stderr.write(`${flag} needs a number.\n`);
  return process.exit(1);
}
