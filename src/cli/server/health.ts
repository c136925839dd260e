import { requestJson } from './http-json.js';
import { HEALTH_TIMEOUT_MS } from '../limits.js';

/** What `GET /api/health` says. */
export interface Health {
  version: string;
  uptimeSeconds: number;
  /** What the owner should know and mend, one sentence each. */
  warnings: readonly string[];
}

/** Asks a server how it is; undefined where nothing answers there, or something that is not Jarvis. Never throws. */
export async function askHealth(url: string, token?: string): Promise<Health | undefined> {
  try {
    const { status, body } = await requestJson(`${url}/api/health`, { token, signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    if (status !== 200 || !isObject(body) || body.status !== 'ok' || typeof body.version !== 'string') return undefined;
    const warnings = Array.isArray(body.warnings) ? body.warnings : [];
    return {
      version: body.version,
      uptimeSeconds: Number(body.uptimeSeconds),
      warnings: warnings.filter(isObject).map((warning) => String(warning.problem)),
    };
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
