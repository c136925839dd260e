const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;

/** A time that something took, as exactly as anybody wants to know: "0.4 s", "12 s", "2 min 5 s", "1 h 20 min". */
export function durationInWords(ms: number): string {
  const seconds = Math.round(Math.max(0, ms) / SECOND_MS);
  if (ms < 9_950) return `${(Math.max(0, ms) / SECOND_MS).toFixed(1)} s`;
  if (seconds < MINUTE_S) return `${seconds} s`;
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ${seconds % MINUTE_S} s`;
  return `${Math.floor(seconds / HOUR_S)} h ${Math.floor((seconds % HOUR_S) / MINUTE_S)} min`;
}
