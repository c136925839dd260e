import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { messageOf, systemErrorCode } from '../common/domain-error.js';
import { HealthWarningProvider, type HealthNotice, type HealthWarningSource } from '../common/health-warning.js';
import { ConfigService } from '../config/config.service.js';
import { seedWorkspace } from './seed-workspace.js';

/** Begins the workspace when the server starts for the first time. */
@HealthWarningProvider()
@Injectable()
export class WorkspaceStart implements OnApplicationBootstrap, HealthWarningSource {
  private readonly logger = new Logger('Workspace');
  private problem: string | undefined;

  constructor(private readonly config: ConfigService) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      await seedWorkspace(this.config.workspace);
    } catch (error) {
      this.problem = `The workspace cannot be written (${systemErrorCode(error) ?? messageOf(error)}): check the setting agents.defaults.workspace.`;
      this.logger.error(this.problem);
    }
  }

  healthWarnings(): Promise<readonly HealthNotice[]> {
    return Promise.resolve(this.problem === undefined ? [] : [{ problem: this.problem }]);
  }
}
