import { readFile } from 'node:fs/promises';
import { InvalidInputError, NotFoundError, systemErrorCode } from '../../common/domain-error.js';
import { INCIDENT_KEY, type Incident } from './incident.js';
import { earlierFile } from './incident-log.js';

/**
 * The incident of a key. Throws InvalidInputError for what is no key, NotFoundError where there is none (any more).
 *
 * @param file JarvisPaths.incidentsFile
 */
export async function findIncident(key: string, file: string): Promise<Incident> {
  const wanted = key.trim().toUpperCase();
  if (!INCIDENT_KEY.test(wanted)) throw new InvalidInputError('That is no key of an incident. It looks like INC-20260131-154500-0A1B2C3D.', { field: 'key' });
  for (const candidate of [file, earlierFile(file)]) {
    const line = (await contentOf(candidate)).split('\n').find((text) => text.includes(wanted));
    const incident = line === undefined ? undefined : parse(line);
    if (incident?.key === wanted) return incident;
  }
  throw new NotFoundError(`There is no incident ${wanted} in ~/.jarvis/logs/incidents.jsonl. Old ones are dropped.`);
}

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

function parse(line: string): Incident | undefined {
  try {
    return JSON.parse(line) as Incident;
  } catch {
    return undefined;
  }
}
