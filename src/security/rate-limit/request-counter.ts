import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { SlidingWindowStorage } from './sliding-window.storage.js';

/** The one count of requests: of those that reach a route, and of those that are refused before. */
@Injectable()
export class RequestCounter extends SlidingWindowStorage {
  constructor(clock: Clock) {
    super(clock);
  }
}
