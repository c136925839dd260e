import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { ProcessToolHost } from './process-tool-host.js';
import { ToolHost } from './tool-host.js';

/** The processes in which script tools run. They end with the application, after the turns have. */
@Module({
  providers: [{ provide: ToolHost, useFactory: () => new ProcessToolHost() }],
  exports: [ToolHost],
})
export class ToolHostModule implements OnApplicationShutdown {
  constructor(private readonly toolHost: ToolHost) {}

  async onApplicationShutdown(): Promise<void> {
    await this.toolHost.close();
  }
}
