/** What was taken over and what was left out, line by line as it happens. */
export class ImportReport {
  readonly lines: string[] = [];
  private readonly counts = new Map<string, { taken: number; there: number }>();

  taken(kind: string): void {
    this.count(kind).taken += 1;
  }

  /** It was there already. */
  there(kind: string): void {
    this.count(kind).there += 1;
  }

  leftOut(what: string, why: string): void {
    this.lines.push(`Left out: ${what} (${why}).`);
  }

  /** The whole of it, for the terminal. */
  text(): string {
    const counted = [...this.counts].map(([kind, { taken, there }]) => `${kind}: ${taken} taken over${there === 0 ? '' : `, ${there} there already`}`);
    return [...(counted.length === 0 ? ['Nothing was found to take over.'] : counted), ...this.lines].join('\n');
  }

  private count(kind: string): { taken: number; there: number } {
    const count = this.counts.get(kind) ?? { taken: 0, there: 0 };
    this.counts.set(kind, count);
    return count;
  }
}
