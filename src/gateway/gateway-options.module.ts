import { Module } from '@nestjs/common';
import { GATEWAY_OPTIONS, GATEWAY_OPTIONS_TOKEN } from './server/gateway-options.js';

/** The gateway's times and sizes, in one place that a test can replace. */
@Module({
  providers: [{ provide: GATEWAY_OPTIONS_TOKEN, useValue: GATEWAY_OPTIONS }],
  exports: [GATEWAY_OPTIONS_TOKEN],
})
export class GatewayOptionsModule {}
