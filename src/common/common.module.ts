import { Module } from '@nestjs/common';
import { Clock, SystemClock } from './clock.js';

/** What every floor may use: the clock. */
@Module({
  providers: [{ provide: Clock, useClass: SystemClock }],
  exports: [Clock],
})
export class CommonModule {}
