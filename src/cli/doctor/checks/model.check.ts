import { messageOf } from '../../../common/domain-error.js';
import { readEnvironmentFile } from '../../../config/environment-file.js';
import { API_KEY_FOR_VARIABLE, decideApiKey } from '../../../model/api-key.js';
import { listModels } from '../../../model/list-models.js';
import { API_KEY_VARIABLE, needsNoKey, providerName } from '../../setup/current-setup.js';
import type { DoctorContext, Finding } from '../finding.js';

/** Whether the provider has a key that may go to it, answers, and has the models. */
export async function checkModel({ config, paths }: DoctorContext): Promise<Finding[]> {
  if (config === undefined) return [{ name: 'Model', state: 'skipped', message: 'Not asked, since the settings cannot be used.' }];
  if (config.isOffline) {
    return [{ name: 'Model', state: 'ok', message: 'The offline model, which is no language model. `jarvis setup` connects a real one.' }];
  }
  const { baseUrl, selectedModel, fallbackModel } = config.settings;
  const variables = readEnvironmentFile(paths.environmentFile);
  // As the background server sees it: from `.env`, not from this shell.
  const stored = variables[API_KEY_VARIABLE]?.trim();
  const decision = decideApiKey(stored === '' ? undefined : stored, variables[API_KEY_FOR_VARIABLE], baseUrl);
  const keyFinding = findingOnKey(baseUrl, decision.key, decision.heldBackFor);
  if (keyFinding.state === 'problem') return [keyFinding];
  try {
    const models = (await listModels(baseUrl, decision.key)).map((model) => model.id);
    const reachable: Finding = { name: 'Model', state: 'ok', message: `${providerName(baseUrl)} answers; the model is ${selectedModel}.` };
    return [keyFinding, reachable, ...unlisted([selectedModel, fallbackModel], models, baseUrl)];
  } catch (error) {
    const remedy = needsNoKey(baseUrl) ? 'Start the model server, or choose another provider with `jarvis setup`.' : 'Check the network and the key; `jarvis setup` changes provider and key.';
    return [keyFinding, { name: 'Model', state: 'problem', message: messageOf(error), remedy }];
  }
}

function findingOnKey(baseUrl: string, key: string | undefined, heldBackFor: string | undefined): Finding {
  const provider = providerName(baseUrl);
  const remedy = 'jarvis setup --key <key>';
  if (key !== undefined) return { name: 'Key', state: 'ok', message: `There is one for ${provider}.` };
  if (needsNoKey(baseUrl)) return { name: 'Key', state: 'ok', message: `${provider} needs none.` };
  if (heldBackFor !== undefined) {
    return { name: 'Key', state: 'problem', message: `The stored key is for ${providerName(heldBackFor)} and is not sent to ${provider}.`, remedy };
  }
  if ((process.env[API_KEY_VARIABLE] ?? '') !== '') {
    const message = `The key stands in this shell only (${API_KEY_VARIABLE}); the background server reads it from .env, where there is none.`;
    return { name: 'Key', state: 'problem', message, remedy: `jarvis setup --key "$${API_KEY_VARIABLE}"` };
  }
  return { name: 'Key', state: 'problem', message: `There is no API key for ${provider}.`, remedy };
}

/** A model that the provider does not list may still answer, so this is a warning. OpenRouter's ids may carry its prefix. */
function unlisted(ids: readonly string[], listed: readonly string[], baseUrl: string): Finding[] {
  const known = new Set([...listed, ...listed.map((id) => `openrouter/${id}`), 'openrouter/free', 'openrouter/auto']);
  return [...new Set(ids)]
    .filter((id) => listed.length > 0 && !known.has(id))
    .map((id) => ({
      name: 'Model',
      state: 'warning',
      message: `${providerName(baseUrl)} does not list ${id}.`,
      remedy: 'Check the id, or choose another with `jarvis setup`.',
    }));
}
