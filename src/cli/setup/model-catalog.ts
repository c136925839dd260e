import { listModels, type ListedModel } from '../../model/list-models.js';
import { probeLocalServers, type LocalServer } from '../../model/probe-local-servers.js';

/** What providers offer. */
export abstract class ModelCatalog {
  /** The models of a provider: free ones first, then by id. Throws a ModelError that says what is wrong. */
  abstract models(baseUrl: string, apiKey: string | undefined): Promise<ListedModel[]>;

  /** The model servers that run on this machine. Never throws. */
  abstract localServers(): Promise<LocalServer[]>;
}

/** Asks the providers themselves. */
export class ProviderModelCatalog extends ModelCatalog {
  override models(baseUrl: string, apiKey: string | undefined): Promise<ListedModel[]> {
    return listModels(baseUrl, apiKey);
  }

  override localServers(): Promise<LocalServer[]> {
    return probeLocalServers();
  }
}
