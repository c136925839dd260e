import { round } from './statistics.mjs';

/** A turn's cost without what the bytes sent to the model cost: the same bytes sent directly are taken off. */
const withoutBytes = (scenario) => scenario.chat.p50Ms - scenario.direct.p50Ms;

/** The goals of the project beside what was measured. They inform; nothing fails by them, since machines differ. */
export function goals(result) {
  const atMost = (goal, measured, limit) => ({ goal, measured: round(measured), limit, met: measured <= limit });
  return [
    atMost('fresh chat, p50 above the proxy, ms', result.freshChat.aboveProxyMs, 3),
    atMost('five tool calls in one answer, p50 above the proxy, ms', result.fiveToolsAtOnce.aboveProxyMs, 15),
    atMost('turn on 10,000 messages to one on 2,000, without the bytes', withoutBytes(result.session10000) / withoutBytes(result.session2000), 1.5),
    atMost('cold start to the first 200, ms', result.coldStart.laterStart.p50Ms, 1000),
    atMost('idle memory, MiB', result.memory.idleMiB, 120),
  ];
}
