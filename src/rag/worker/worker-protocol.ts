import type { DocumentType, ReadDocument } from '../document.js';

/** What a worker can be asked. */
export type WorkerTask =
  | { readonly kind: 'read'; readonly type: DocumentType; readonly bytes: Uint8Array }
  | { readonly kind: 'embed'; readonly texts: readonly string[] };

/** What it answers. */
export interface WorkerResults {
  readonly read: ReadDocument;
  readonly embed: readonly Float32Array[];
}

export interface WorkerRequest {
  readonly id: number;
  readonly task: WorkerTask;
}

/** `code` is that of the domain error that was thrown; absent where it was none. */
export type WorkerAnswer =
  | { readonly id: number; readonly result: WorkerResults[keyof WorkerResults] }
  | { readonly id: number; readonly error: { readonly message: string; readonly code?: string } };
