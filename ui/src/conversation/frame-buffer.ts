import type { TurnFrame } from '../api/turn-frame.js';
import { STREAM_FLUSH_MS } from '../limits.js';

/** Hands frames on in batches, since pieces of text come faster than they can be laid out and read. */
export class FrameBuffer {
  private frames: TurnFrame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly onFrames: (frames: readonly TurnFrame[]) => void) {}

  push(frame: TurnFrame): void {
    this.frames.push(frame);
    this.timer ??= setTimeout(() => this.flush(), STREAM_FLUSH_MS);
  }

  /** Hands on at once what has gathered. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.frames.length === 0) return;
    const frames = this.frames;
    this.frames = [];
    this.onFrames(frames);
  }
}
