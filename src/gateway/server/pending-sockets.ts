/** Sockets that have not authenticated yet, counted by address: they cost memory and stand for nobody. */
export class PendingSockets {
  private readonly byAddress = new Map<string, number>();

  constructor(private readonly maxPerAddress: number) {}

  /** Counts one more; undefined where the address has too many. The returned function, called once, takes it off again. */
  enter(address: string): (() => void) | undefined {
    const count = this.byAddress.get(address) ?? 0;
    if (count >= this.maxPerAddress) return undefined;
    this.byAddress.set(address, count + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = (this.byAddress.get(address) ?? 1) - 1;
      if (left > 0) this.byAddress.set(address, left);
      else this.byAddress.delete(address);
    };
  }
}
