/** Turns texts into vectors. One driver for one model; which one holds is for EmbeddingsProvider to say. */
export abstract class Embeddings {
  /** Names the model and where it runs: vectors of two models are never compared. */
  abstract readonly model: string;

  /** Texts that one call should be given at most. */
  abstract readonly batchSize: number;

  /**
   * One vector of length 1 for each text, all of one size. Throws EmbeddingFailedError where the model cannot be asked or refuses a text, and
   * the signal's reason.
   */
  abstract embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** A vector with the length 1, so that distances are those of directions. The vector of nothing stays as it is. */
export function unitVector(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
