import { countOf, isFields, textOf, type Fields } from './fields.js';
import { remove, request, send } from './request.js';

/** The settings that the page may change, by the server's names. */
export interface Settings {
  default_model: string;
  profile_enabled: boolean;
  memory_enabled: boolean;
  search_enabled: boolean;
  skills_enabled: boolean;
}

/** A named text that is part of the prompt where it is chosen. */
export interface Preset {
  id: string;
  name: string;
  prompt: string;
  /** Whether it came with Jarvis: it can be changed and not deleted. */
  isDefault: boolean;
}

/** Something that Jarvis may do, or not. */
export interface Skill {
  key: string;
  name: string;
  /** `low`: reads; `medium`: adds; `high`: changes or deletes. */
  risk: string;
  description: string;
  enabled: boolean;
}

/** How busy the machine is: shares in percent, memory in GiB. */
export interface MachineStats {
  cpu: number;
  memoryUsed: number;
  memoryTotal: number;
  /** undefined where no graphics processor can be asked. */
  gpu: { load: number; memory: number } | undefined;
}

const fieldsOf = (body: unknown): Fields => (isFields(body) ? body : {});
const listOf = (body: unknown): Fields[] => (Array.isArray(body) ? body.filter(isFields) : []);

export async function fetchSettings(signal: AbortSignal): Promise<Settings> {
  const fields = fieldsOf(await request('/api/settings', { signal }));
  return {
    default_model: textOf(fields.default_model),
    profile_enabled: fields.profile_enabled === true,
    memory_enabled: fields.memory_enabled === true,
    search_enabled: fields.search_enabled === true,
    skills_enabled: fields.skills_enabled === true,
  };
}

export async function changeSettings(changes: Partial<Settings>): Promise<void> {
  await send('PUT', '/api/settings', changes);
}

/** The ids of the models that the provider has. */
export async function fetchModels(signal: AbortSignal): Promise<string[]> {
  return listOf(fieldsOf(await request('/api/models', { signal })).models).map(({ name }) => textOf(name)).filter(Boolean);
}

export async function fetchPresets(signal: AbortSignal): Promise<Preset[]> {
  return listOf(await request('/api/presets', { signal })).map((entry) => ({
    id: textOf(entry.id),
    name: textOf(entry.name),
    prompt: textOf(entry.prompt),
    isDefault: entry.is_default === 1,
  }));
}

/** Writes a preset; one without an id is a new one. */
export async function savePreset(id: string | undefined, text: Pick<Preset, 'name' | 'prompt'>): Promise<void> {
  if (id === undefined) await send('POST', '/api/presets', text);
  else await send('PUT', `/api/presets/${encodeURIComponent(id)}`, text);
}

export const deletePreset = (id: string): Promise<void> => remove(`/api/presets/${encodeURIComponent(id)}`);

export async function fetchProfile(signal: AbortSignal): Promise<string> {
  return textOf(fieldsOf(await request('/api/profile', { signal })).content);
}

/** The profile that a new installation has. */
export async function fetchDefaultProfile(): Promise<string> {
  return textOf(fieldsOf(await request('/api/profile/default')).content);
}

export async function saveProfile(content: string): Promise<void> {
  await send('PUT', '/api/profile', { content });
}

export async function fetchSkills(signal: AbortSignal): Promise<Skill[]> {
  return listOf(fieldsOf(await request('/api/skills', { signal })).skills).map((entry) => ({
    key: textOf(entry.key),
    name: textOf(entry.name),
    risk: textOf(entry.risk),
    description: textOf(entry.description),
    enabled: entry.enabled === true,
  }));
}

export async function switchSkill(key: string, enabled: boolean): Promise<void> {
  await send('PUT', `/api/skills/${encodeURIComponent(key)}`, { enabled });
}

export async function fetchStats(signal: AbortSignal): Promise<MachineStats> {
  const fields = fieldsOf(await request('/api/stats', { signal }));
  return {
    cpu: countOf(fields.cpu_percent),
    memoryUsed: countOf(fields.memory_used_gb),
    memoryTotal: countOf(fields.memory_total_gb),
    gpu: fields.gpu_available === true ? { load: countOf(fields.gpu_percent), memory: countOf(fields.vram_percent) } : undefined,
  };
}
