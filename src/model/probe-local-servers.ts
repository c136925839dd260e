import { fetchModels } from './list-models.js';
import { PROBE_TIMEOUT_MS } from './limits.js';

/** A model server that answered on this machine. */
export interface LocalServer {
  name: string;
  /** What settings.json takes as `baseUrl`. */
  baseUrl: string;
  /** Ids of its models; empty where none is loaded. */
  models: string[];
}

/** Model servers by the port that each uses unless told otherwise. */
export const LOCAL_SERVER_PORTS: readonly { name: string; port: number }[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'llama.cpp', port: 8080 },
  { name: 'LM Studio', port: 1234 },
  { name: 'vLLM', port: 8000 },
];

/**
 * Asks the usual ports of 127.0.0.1 for GET /v1/models, all at once, and returns those that answer with a list of models.
 * Never rejects: what does not answer within PROBE_TIMEOUT_MS, or says something else, is not there.
 */
export async function probeLocalServers(
  candidates: readonly { name: string; port: number }[] = LOCAL_SERVER_PORTS,
  timeoutMs = PROBE_TIMEOUT_MS,
): Promise<LocalServer[]> {
  const answers = await Promise.all(candidates.map((candidate) => probe(candidate, timeoutMs)));
  return answers.filter((server) => server !== undefined);
}

async function probe({ name, port }: { name: string; port: number }, timeoutMs: number): Promise<LocalServer | undefined> {
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  try {
    const models = await fetchModels(baseUrl, undefined, AbortSignal.timeout(timeoutMs));
    return { name, baseUrl, models: models.map((model) => model.id) };
  } catch {
    return undefined;
  }
}
