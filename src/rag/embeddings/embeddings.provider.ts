import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../config/config.service.js';
import { API_KEY_FOR_VARIABLE, decideApiKey, originOf } from '../../model/api-key.js';
import { DocumentWorkers } from '../worker/document-workers.js';
import { BuiltInEmbeddings } from './built-in.embeddings.js';
import type { Embeddings } from './embeddings.js';
import { RemoteEmbeddings, type RemoteModel } from './remote.embeddings.js';

/** What JarvisChat asks Ollama for. */
const DEFAULT_OLLAMA_MODEL = 'mxbai-embed-large';
const DEFAULT_OPENAI_MODEL = 'text-embedding-3-small';

/** The model that the settings name now: a change is in force without a restart. */
@Injectable()
export class EmbeddingsProvider {
  private remote: { key: string; embeddings: RemoteEmbeddings } | undefined;
  private readonly builtIn: BuiltInEmbeddings;

  constructor(
    private readonly config: ConfigService,
    workers: DocumentWorkers,
  ) {
    this.builtIn = new BuiltInEmbeddings(workers.embedding);
  }

  current(): Embeddings {
    const remote = this.remoteModel();
    if (remote === undefined) return this.builtIn;
    const key = JSON.stringify(remote);
    if (this.remote?.key !== key) this.remote = { key, embeddings: new RemoteEmbeddings(remote) };
    return this.remote.embeddings;
  }

  private remoteModel(): RemoteModel | undefined {
    const { baseUrl, embeddings } = this.config.settings;
    if (embeddings.baseUrl !== undefined) return remoteModel(embeddings.baseUrl, embeddings.model, this.keyFor(embeddings.baseUrl, baseUrl));
    const url = this.config.variable('EMBED_URL');
    if (url === undefined || !/^https?:\/\//.test(url)) return undefined;
    return { url: `${withoutSlash(url.trim())}/api/embeddings`, protocol: 'ollama', name: embeddings.model ?? DEFAULT_OLLAMA_MODEL };
  }

  /** A key of its own; the provider's where that server answers here too, and only where the key may go there. */
  private keyFor(url: string, providerUrl: string): string | undefined {
    const own = this.config.variable('JARVIS_EMBEDDINGS_API_KEY');
    if (own !== undefined || originOf(url) !== originOf(providerUrl)) return own;
    return decideApiKey(this.config.apiKey, this.config.variable(API_KEY_FOR_VARIABLE), url).key;
  }
}

/** A bare root is Ollama's; one with a path, such as `/v1`, is OpenAI's. */
function remoteModel(baseUrl: string, model: string | undefined, apiKey: string | undefined): RemoteModel {
  const root = withoutSlash(baseUrl);
  const key = apiKey === undefined ? {} : { apiKey };
  if (new URL(root).pathname === '/') return { url: `${root}/api/embeddings`, protocol: 'ollama', name: model ?? DEFAULT_OLLAMA_MODEL, ...key };
  return { url: `${root}/embeddings`, protocol: 'openai', name: model ?? DEFAULT_OPENAI_MODEL, ...key };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
