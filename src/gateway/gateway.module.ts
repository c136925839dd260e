import { Module } from '@nestjs/common';
import { SecurityModule } from '../security/security.module.js';
import { GatewayOptionsModule } from './gateway-options.module.js';
import { GatewayUpgrade } from './gateway.upgrade.js';

/** The WebSocket gateway (docs/gateway.md): its door. What is behind it is GatewayCoreModule. */
@Module({
  imports: [GatewayOptionsModule, SecurityModule],
  providers: [GatewayUpgrade],
})
export class GatewayModule {}
