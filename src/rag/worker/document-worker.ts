import { parentPort } from 'node:worker_threads';
import { DomainError, messageOf } from '../../common/domain-error.js';
import { builtInModel } from '../embeddings/built-in-model.js';
import type { ReadDocument } from '../document.js';
import { readHtml } from '../reading/read-html.js';
import { readPdf } from '../reading/read-pdf.js';
import { readPlain } from '../reading/read-plain.js';
import type { WorkerAnswer, WorkerRequest, WorkerResults, WorkerTask } from './worker-protocol.js';

/** The thread in which files are read and the built-in model runs: what takes long, or may take long because somebody wants it to. */
parentPort?.on('message', ({ id, task }: WorkerRequest) => void answer(id, task));

async function answer(id: number, task: WorkerTask): Promise<void> {
  const answered: WorkerAnswer = await perform(task).then((result) => ({ id, result }), (error: unknown) => ({ id, error: described(error) }));
  parentPort?.postMessage(answered);
}

async function perform(task: WorkerTask): Promise<WorkerResults[keyof WorkerResults]> {
  switch (task.kind) {
    case 'read':
      return read(task);
    case 'embed':
      return (await builtInModel()).embed(task.texts);
  }
}

async function read({ type, bytes }: WorkerTask & { kind: 'read' }): Promise<ReadDocument> {
  switch (type) {
    case 'html':
      return readHtml(bytes);
    case 'pdf':
      return readPdf(bytes);
    case 'text':
    case 'markdown':
    case 'json':
      return readPlain(bytes, type);
  }
}

function described(error: unknown): { message: string; code?: string } {
  return { message: messageOf(error), ...(error instanceof DomainError ? { code: error.code } : {}) };
}
