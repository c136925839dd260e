/** A vector under the number of its passage. */
export interface PassageVector {
  readonly id: number;
  /** Of length 1. */
  readonly vector: Float32Array;
  readonly text: string;
}

/** A passage near a vector. */
export interface NearPassage {
  readonly id: number;
  /** Cosine, 1 for the same direction. */
  readonly similarity: number;
}

/** Keeps one set of vectors of one size and finds the nearest. All throw VectorStoreError where it cannot be used. */
export abstract class VectorStore {
  /** Names the driver and the place; a set in another place is another set. */
  abstract readonly name: string;

  /** The size of the vectors that are kept; undefined where there is no set yet. */
  abstract dimensions(): Promise<number | undefined>;

  /** Makes an empty set for vectors of this size, in the place of one that is there. */
  abstract create(dimensions: number): Promise<void>;

  /** Keeps vectors; one under a number that is there takes its place. */
  abstract add(vectors: readonly PassageVector[]): Promise<void>;

  /** At most `limit` passages whose similarity is above `minSimilarity` (not equal), best first. */
  abstract nearest(vector: Float32Array, limit: number, minSimilarity: number): Promise<NearPassage[]>;

  /** Forgets vectors; numbers that are not there harm nothing. */
  abstract remove(ids: readonly number[]): Promise<void>;
}
