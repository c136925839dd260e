import { Module } from '@nestjs/common';
import { ChannelRegistry } from './channel-registry.js';

/** Where channels register and messages find their way out. */
@Module({ providers: [ChannelRegistry], exports: [ChannelRegistry] })
export class DeliveryModule {}
