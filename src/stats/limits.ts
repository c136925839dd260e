/** Limits of the machine's figures. Units stand in the names. */

/** Milliseconds over which the processors are watched for one figure. */
export const CPU_SAMPLE_MS = 100;

/** Milliseconds for a graphics driver's tool: it is a process, and clients ask every two seconds. */
export const GPU_TOOL_TIMEOUT_MS = 5_000;

/** Bytes of what such a tool prints. */
export const MAX_GPU_TOOL_BYTES = 256 * 1024;
