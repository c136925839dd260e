const KIB = 1024;
const MIB = 1024 ** 2;

/** A number of bytes as people read it: "812 bytes", "47 KiB", "1.4 MiB". */
export function sizeInWords(bytes: number): string {
  if (bytes < KIB) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  if (bytes < MIB) return `${Math.round(bytes / KIB)} KiB`;
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
