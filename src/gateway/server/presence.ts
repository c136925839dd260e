import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { MAX_PRESENCE_ENTRIES, PRESENCE_TTL_MS } from '../limits.js';
import type { PresenceEntry } from '../protocol/schemas/connect.js';
import type { SystemEventParams } from '../protocol/schemas/system.js';
import type { Connection } from './connection.js';
import { Connections } from './connections.js';
import { StateVersions } from './state-versions.js';

/** Clients that come for one question and go: nobody needs to be told of them. */
const PASSING_MODES: readonly string[] = ['cli', 'probe'];

/** Who is connected, and what devices said of themselves by `system-event` within the last minutes. */
@Injectable()
export class Presence {
  private readonly beacons = new Map<string, PresenceEntry>();
  private known = '';

  constructor(
    private readonly connections: Connections,
    private readonly versions: StateVersions,
    private readonly clock: Clock,
  ) {
    connections.onChange(() => this.noteConnections());
  }

  /** Connections first. */
  list(): PresenceEntry[] {
    const oldest = this.now() - PRESENCE_TTL_MS;
    for (const [key, { ts }] of this.beacons) if (ts < oldest) this.beacons.delete(key);
    return [...this.connections.list().map(entryOf), ...this.beacons.values()].slice(0, MAX_PRESENCE_ENTRIES);
  }

  /** Takes what a device says of itself. */
  note(event: SystemEventParams): void {
    const key = event.deviceId ?? event.instanceId ?? event.host ?? event.text;
    const { lastInputSeconds, ...entry } = event;
    this.beacons.delete(key);
    this.beacons.set(key, { ...entry, ...(lastInputSeconds === undefined ? {} : { lastInputSeconds }), ts: this.now() });
    const [oldest] = this.beacons.keys();
    if (this.beacons.size > MAX_PRESENCE_ENTRIES && oldest !== undefined) this.beacons.delete(oldest);
    this.announce();
  }

  private noteConnections(): void {
    const lasting = this.connections.list().filter(({ identity }) => !PASSING_MODES.includes(identity.client.mode));
    const now = lasting.map(({ connId }) => connId).join(' ');
    if (now === this.known) return;
    this.known = now;
    this.announce();
  }

  private announce(): void {
    const stateVersion = this.versions.next('presence');
    this.connections.broadcast('presence', { presence: this.list() }, { stateVersion, droppable: true, merge: { group: 'presence', key: 'presence' } });
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function entryOf({ identity }: Connection): PresenceEntry {
  const { client, address, role, scopes, connectedAtMs } = identity;
  const { displayName, version, platform, mode, deviceFamily, modelIdentifier, instanceId } = client;
  return {
    ...(displayName === undefined ? {} : { host: displayName }),
    ...(address === undefined ? {} : { ip: address }),
    version,
    platform,
    mode,
    ...(deviceFamily === undefined ? {} : { deviceFamily }),
    ...(modelIdentifier === undefined ? {} : { modelIdentifier }),
    ...(instanceId === undefined ? {} : { instanceId }),
    ts: connectedAtMs,
    roles: [role],
    scopes: [...scopes],
  };
}

