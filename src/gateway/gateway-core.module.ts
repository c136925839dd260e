import path from 'node:path';
import { Module } from '@nestjs/common';
import { AgentModule } from '../agent/agent.module.js';
import { Clock } from '../common/clock.js';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { ScheduleModule } from '../schedule/schedule.module.js';
import { SecurityModule } from '../security/security.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { FeatureBroadcast } from './broadcast/feature-broadcast.js';
import { GatewayCore } from './gateway-core.js';
import { GatewayOptionsModule } from './gateway-options.module.js';
import { gatewayHandlers, METHOD_GROUPS } from './methods/gateway-handlers.js';
import { RunStarter } from './methods/run-starter.js';
import { ConnectedNodes } from './nodes/connected-nodes.js';
import { NodeInvocations } from './nodes/node-invocations.js';
import { NodePairings } from './nodes/node-pairings.js';
import { methods } from './protocol/methods.js';
import { ServedMethods } from './served-methods.js';
import { GatewayAuthentication } from './server/authentication.js';
import { Connections } from './server/connections.js';
import { GatewayServer } from './server/gateway-server.js';
import { Handshake } from './server/handshake.js';
import { HealthMonitor } from './server/health-monitor.js';
import { Hello } from './server/hello.js';
import { Presence } from './server/presence.js';
import { Pulse } from './server/pulse.js';
import { StateVersions } from './server/state-versions.js';

/**
 * Everything of the gateway behind its door: the protocol, its validators, methods, connections. Loaded when the first client comes,
 * since it weighs as much as the rest of the server's features together.
 */
@Module({
  imports: [
    AgentModule,
    CommonModule,
    ConfigModule,
    DeliveryModule,
    GatewayOptionsModule,
    ScheduleModule,
    SecurityModule,
    SessionsModule,
    StorageModule,
    ToolsModule,
  ],
  providers: [
    {
      provide: NodePairings,
      inject: [JarvisPaths, Clock],
      useFactory: (paths: JarvisPaths, clock: Clock) => new NodePairings(path.join(path.dirname(paths.settingsFile), 'nodes.json'), clock),
    },
    {
      provide: ServedMethods,
      inject: [...METHOD_GROUPS],
      useFactory: (...groups: Parameters<typeof gatewayHandlers>) => ServedMethods.of(methods, gatewayHandlers(...groups)),
    },
    ...METHOD_GROUPS,
    ConnectedNodes,
    Connections,
    FeatureBroadcast,
    GatewayAuthentication,
    GatewayCore,
    GatewayServer,
    Handshake,
    HealthMonitor,
    Hello,
    NodeInvocations,
    Presence,
    Pulse,
    RunStarter,
    StateVersions,
  ],
})
export class GatewayCoreModule {}
