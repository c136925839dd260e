import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { SecurityModule } from '../security/security.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ToolHostModule } from '../tool-host/tool-host.module.js';
import { ApprovalsService } from './approvals.service.js';
import { AuditLog } from './audit-log.js';
import { CommandGuard } from './command-guard.js';
import { ScriptToolRunner } from './script-tool-runner.js';
import { ToolRunner } from './tool.js';
import { ToolCatalog } from './tool-catalog.js';
import { ToolOutputStore } from './tool-output-store.js';
import { ToolPolicies } from './tool-policies.js';
import { ToolsService } from './tools.service.js';
import { WorkingDirectory } from './working-directory.js';

/** The tool registry, policy, approvals and audit. */
@Module({
  imports: [CommonModule, ConfigModule, DiscoveryModule, SecurityModule, StorageModule, ToolHostModule],
  providers: [
    ApprovalsService,
    AuditLog,
    CommandGuard,
    ScriptToolRunner,
    ToolCatalog,
    ToolOutputStore,
    ToolPolicies,
    ToolsService,
    WorkingDirectory,
    { provide: ToolRunner, useExisting: ToolsService },
  ],
  exports: [ApprovalsService, CommandGuard, ToolRunner, WorkingDirectory],
})
export class ToolsModule {}
