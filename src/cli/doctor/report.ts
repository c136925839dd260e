import type { Terminal } from '../terminal.js';
import type { Finding, FindingState } from './finding.js';

/** The findings as people read them: one line each, with the remedy below. */
export function reportText(findings: readonly Finding[], style: Terminal['style']): string {
  const paint: Readonly<Record<FindingState, (text: string) => string>> = {
    ok: style.green,
    warning: style.yellow,
    problem: style.red,
    skipped: style.dim,
  };
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.flatMap(({ name, state, message, remedy }) => [
    `${paint[state](state.padEnd(7))}  ${name.padEnd(width)}  ${message}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(width + 11)}-> ${remedy}`]),
  ]);
  return [...lines, '', summary(findings)].join('\n');
}

function summary(findings: readonly Finding[]): string {
  const problems = findings.filter(({ state }) => state === 'problem').length;
  if (problems === 0) return 'All is well.';
  return problems === 1 ? 'One problem. What mends it stands below it.' : `${problems} problems. What mends each stands below it.`;
}
