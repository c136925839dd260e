import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { TooManyRequestsError } from '../../common/domain-error.js';
import { MAX_WAITING_PIN_CHECKS } from '../limits.js';
import { PinLockout } from '../pin/pin-lockout.js';
import { PinStore } from '../pin/pin-store.js';
import { clientNetwork } from '../request/network-address.js';

/** Whether somebody knows the PIN: for the sign-in over HTTP and over the gateway alike, so that their failures count together. */
@Injectable()
export class OwnerPin {
  private readonly lockout: PinLockout;
  private checking: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly pins: PinStore,
    clock: Clock,
  ) {
    this.lockout = new PinLockout(clock);
  }

  get isSet(): boolean {
    return this.pins.isSet();
  }

  /** Changes whenever the PIN is set anew. */
  get generation(): string {
    return this.pins.generation();
  }

  /**
   * Checks a PIN; false where it is wrong or none is set. One at a time: a client that guesses in parallel gains nothing. Throws
   * TooManyRequestsError for a client that is locked out, StorageError where the PIN cannot be read.
   */
  async check(presented: string, address: string | undefined): Promise<boolean> {
    // Where nobody can get in there is nothing to guess.
    if (!this.isSet) return false;
    if (this.waiting >= MAX_WAITING_PIN_CHECKS) throw new TooManyRequestsError('Too many clients sign in at once. Try again in 10 s.', 10);
    this.waiting += 1;
    const checked = this.checking.then(() => this.checkNow(presented, address === undefined ? 'unknown' : clientNetwork(address)));
    this.checking = checked.catch(() => undefined);
    try {
      return await checked;
    } finally {
      this.waiting -= 1;
    }
  }

  private async checkNow(presented: string, client: string): Promise<boolean> {
    const seconds = this.lockout.waitSeconds(client);
    if (seconds > 0) throw new TooManyRequestsError(`Too many wrong PINs. Try again in ${seconds} s.`, seconds);
    const isRight = await this.pins.verify(presented);
    if (isRight) this.lockout.noteSuccess(client);
    else this.lockout.noteFailure(client);
    return isRight;
  }
}
