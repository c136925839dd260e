import { OFFLINE_BASE_URL } from '../../config/config.service.js';
import { isOpenRouter } from '../../model/api-key.js';
import { LOCAL_SERVER_PORTS } from '../../model/probe-local-servers.js';
import type { Prompter } from '../prompter.js';
import { needsNoKey, OPENROUTER_BASE_URL } from './current-setup.js';
import type { SetupContext } from './setup-context.js';
import { baseUrlProblem, withoutTrailingSlash } from './setup-flags.js';

type Kind = 'openrouter' | 'local' | 'url' | 'offline';

/** Which provider is asked: the value of `baseUrl`. */
export async function chooseProvider(context: SetupContext): Promise<string> {
  const { current, flags, prompter } = context;
  if (flags.baseUrl !== undefined) return flags.baseUrl;
  if (prompter === undefined || !context.asksAll) return current.baseUrl;
  const kind = await prompter.select<Kind>(
    'Which model should Jarvis use?',
    [
      { value: 'openrouter', name: 'OpenRouter (hundreds of models, some of them free; needs a key)' },
      { value: 'local', name: `A server on this machine (${LOCAL_SERVER_PORTS.map(({ name }) => name).join(', ')})` },
      { value: 'url', name: 'Another OpenAI-compatible provider, by its URL' },
      { value: 'offline', name: 'None: the offline model (a few rules; to try Jarvis out)' },
    ],
    kindOf(current.baseUrl),
  );
  switch (kind) {
    case 'openrouter':
      return isOpenRouter(current.baseUrl) ? current.baseUrl : OPENROUTER_BASE_URL;
    case 'offline':
      return OFFLINE_BASE_URL;
    case 'local':
      return chooseLocalServer(context, prompter);
    case 'url':
      return enterUrl(prompter, kindOf(current.baseUrl) === 'url' ? current.baseUrl : undefined);
  }
}

function kindOf(baseUrl: string): Kind {
  if (baseUrl === OFFLINE_BASE_URL) return 'offline';
  if (isOpenRouter(baseUrl)) return 'openrouter';
  return needsNoKey(baseUrl) ? 'local' : 'url';
}

/** Looks where the known servers listen, and offers what answers. */
async function chooseLocalServer({ catalog, terminal, current }: SetupContext, prompter: Prompter): Promise<string> {
  const own = kindOf(current.baseUrl) === 'local' ? current.baseUrl : undefined;
  const servers = await catalog.localServers();
  if (servers.length === 0) {
    const places = LOCAL_SERVER_PORTS.map(({ name, port }) => `${name} on port ${port}`).join(', ');
    terminal.print(`No model server answers on this machine (looked for ${places}).`);
    terminal.print('Start one and run `jarvis setup` again, or enter its URL.');
    return enterUrl(prompter, own);
  }
  const choices = servers.map((server) => ({
    value: server.baseUrl,
    name: `${server.name} at ${server.baseUrl} (${countOf(server.models.length)})`,
  }));
  const chosen = await prompter.select<string | undefined>('Which server?', [...choices, { value: undefined, name: 'Another URL' }], own);
  return chosen ?? enterUrl(prompter, own);
}

async function enterUrl(prompter: Prompter, preset: string | undefined): Promise<string> {
  return withoutTrailingSlash(await prompter.text('URL of the API (it often ends in /v1):', baseUrlProblem, preset));
}

function countOf(models: number): string {
  if (models === 0) return 'no model loaded';
  return models === 1 ? '1 model' : `${models} models`;
}
