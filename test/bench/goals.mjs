import { round } from './statistics.mjs';

/** A turn's cost without what the bytes sent to the model cost: the same bytes sent directly are taken off. */
const withoutBytes = (scenario) => scenario.chat.p50Ms - scenario.direct.p50Ms;

const atMost = (goal, measured, limit) => ({ goal, measured: round(measured, 3), limit, met: measured <= limit });

/** The goals of the project beside what was measured. They inform; nothing fails by them, since machines differ. */
export function goals(result) {
  return [
    atMost('fresh chat, p50 above the proxy, ms', result.freshChat.aboveProxyMs, 3),
    atMost('five tool calls in one answer, p50 above the proxy, ms', result.fiveToolsAtOnce.aboveProxyMs, 15),
    atMost('turn on 10,000 messages to one on 2,000, without the bytes', withoutBytes(result.session10000) / withoutBytes(result.session2000), 1.5),
    atMost('cold start to the first 200, ms', result.coldStart.laterStart.p50Ms, 1000),
    atMost('idle memory, MiB', result.memory.idleMiB, 120),
  ];
}

/** The goals of what is watched while it happens. */
export function liveGoals(live) {
  return [
    atMost('added time to the first token, p50, ms', live.toFirstToken.addedP50Ms, 3),
    atMost('added time per chunk, p50, ms', live.perChunk.addedP50Ms, 0.1),
    atMost('delay of a chunk in 100 streams at once, p99, ms', live.streamsAtOnce.served.p99Ms, 50),
    atMost('health over the WebSocket, there and back, p50, ms', live.healthRoundTrip.p50Ms, 1),
    atMost('connect to hello, p50, ms', live.connectToHello.p50Ms, 20),
  ];
}
