import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { WorkerThread } from './worker-thread.js';

/** The threads for documents: one reads files, one holds the built-in model, so that no file keeps a query waiting. */
@Injectable()
export class DocumentWorkers implements OnApplicationShutdown {
  readonly reading: WorkerThread;
  readonly embedding: WorkerThread;

  constructor(clock: Clock) {
    this.reading = new WorkerThread(clock);
    this.embedding = new WorkerThread(clock);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.reading.close(), this.embedding.close()]);
  }
}
