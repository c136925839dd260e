import { Injectable } from '@nestjs/common';
import { ConfigService } from '../config/config.service.js';
import { isLoopbackHost } from './http/bind-rule.js';
import { PinStore } from './pin/pin-store.js';

/**
 * Which of the two sets of rules holds (docs/security.md, "Two modes"). Guarded: everybody signs in or shows a token, also on this
 * machine. Else the server is local: a program on this machine is the owner.
 */
@Injectable()
export class Protection {
  /** Fixed at start: a host that is changed in the settings later is listened on after a restart. */
  private readonly listensElsewhere: boolean;

  constructor(
    config: ConfigService,
    private readonly pins: PinStore,
  ) {
    this.listensElsewhere = !isLoopbackHost(config.settings.host);
  }

  /** True once a PIN is set, in a running server too, and wherever the server listens beyond this machine. */
  get isGuarded(): boolean {
    return this.listensElsewhere || this.pins.isSet();
  }
}
