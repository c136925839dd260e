import { Controller, Get, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { OwnerOnly } from '../security/access.decorator.js';
import { DeliveryDto, DeliveryListDto, DeliveryListQuery } from './delivery.dto.js';
import { DeliveryService } from './delivery.service.js';

/** What goes out to channels, and what became of it (docs/channels.md). */
@ApiTags('deliveries')
@Controller('deliveries')
@OwnerOnly()
@ApiBadRequestResponse({ description: 'The request is not valid; says which field and why.' })
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveryService) {}

  @Get()
  @ApiOperation({ summary: 'List messages to channels, newest first, with what became of each' })
  @ApiOkResponse({ type: DeliveryListDto })
  list(@Query() { limit, state }: DeliveryListQuery): DeliveryListDto {
    return { deliveries: this.deliveries.list(limit, state).map((delivery) => DeliveryDto.from(delivery)) };
  }
}
