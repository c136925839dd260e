import { Module } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { DatabaseModule } from '../storage/database/database.module.js';
import { ChannelRegistry } from './channel-registry.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliverySchema } from './delivery.schema.js';
import { DeliveryService } from './delivery.service.js';
import { Outbox } from './outbox.js';

/** Where channels register and messages find their way out. */
@Module({
  imports: [CommonModule, DatabaseModule],
  controllers: [DeliveriesController],
  providers: [ChannelRegistry, DeliverySchema, DeliveryService, Outbox],
  exports: [ChannelRegistry, DeliveryService],
})
export class DeliveryModule {}
