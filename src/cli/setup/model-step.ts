import { messageOf } from '../../common/domain-error.js';
import { OFFLINE_BASE_URL } from '../../config/config.service.js';
import type { ListedModel } from '../../model/list-models.js';
import { OFFLINE_MODEL_ID } from '../../model/offline.model.js';
import { MODEL_PAGE_SIZE } from '../limits.js';
import type { Choice, Prompter } from '../prompter.js';
import { providerName } from './current-setup.js';
import type { SetupContext } from './setup-context.js';
import { modelProblem } from './setup-flags.js';

/** Which model answers: the value of `selectedModel`. Needs a prompter or flags wherever missingFlags() names --model. */
export async function chooseModel(context: SetupContext, baseUrl: string, apiKey: string | undefined): Promise<string> {
  const { current, flags, prompter } = context;
  if (baseUrl === OFFLINE_BASE_URL) return OFFLINE_MODEL_ID;
  if (flags.model !== undefined) return flags.model;
  // A model of another provider is none that this one has.
  const present = baseUrl === current.baseUrl ? current.selectedModel : undefined;
  if (present !== undefined && (prompter === undefined || !context.asksAll)) return present;
  if (prompter === undefined) throw new Error('chooseModel was called without an answer and without anybody to ask.');
  if (present !== undefined && (await keeps(prompter, present))) return present;
  const how = await prompter.select<'browse' | 'manual'>('How do you want to choose the model?', [
    { value: 'browse', name: `From the list of ${providerName(baseUrl)}` },
    { value: 'manual', name: 'By entering its id' },
  ]);
  return how === 'manual' ? enterModel(prompter, present) : browse(context, prompter, baseUrl, apiKey, present);
}

function keeps(prompter: Prompter, present: string): Promise<boolean> {
  return prompter.select(`The model is ${present}.`, [
    { value: true, name: 'Keep it' },
    { value: false, name: 'Change it' },
  ]);
}

function enterModel(prompter: Prompter, preset: string | undefined): Promise<string> {
  return prompter.text('Id of the model:', modelProblem, preset);
}

async function browse(
  { catalog, terminal }: SetupContext,
  prompter: Prompter,
  baseUrl: string,
  apiKey: string | undefined,
  preset: string | undefined,
): Promise<string> {
  let models: ListedModel[];
  try {
    models = await catalog.models(baseUrl, apiKey);
  } catch (error) {
    terminal.print(`The list of models could not be read: ${messageOf(error)}`);
    terminal.print('Enter the id of the model by hand instead.');
    return enterModel(prompter, preset);
  }
  if (models.length === 0) {
    terminal.print(`${providerName(baseUrl)} lists no models. Enter the id of the model by hand instead.`);
    return enterModel(prompter, preset);
  }
  return prompter.search(`Model (${models.length}; type to filter):`, models.map(choiceOf), MODEL_PAGE_SIZE);
}

function choiceOf(model: ListedModel): Choice<string> {
  const facts = [...(model.free ? ['free'] : []), ...(model.contextTokens === undefined ? [] : [`${Math.round(model.contextTokens / 1000)}k context`])];
  return { value: model.id, name: facts.length === 0 ? model.id : `${model.id}  (${facts.join(', ')})` };
}
