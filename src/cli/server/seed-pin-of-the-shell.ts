import type { Clock } from '../../common/clock.js';
import type { JarvisPaths } from '../../config/jarvis-paths.js';
import { PinStore } from '../../security/pin/pin-store.js';
import { seedPin } from '../../security/pin/seed-pin.js';

/**
 * Sets the first PIN where the shell names one: its secrets do not reach the server, since PM2 would write them down. Throws InvalidInputError
 * where it is none.
 */
export async function seedPinOfTheShell(paths: JarvisPaths, clock: Clock): Promise<void> {
  await seedPin({ variable: (name) => process.env[name] || undefined }, new PinStore(paths.pinFile, clock));
}
