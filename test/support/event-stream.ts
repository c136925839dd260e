/** One frame of a Server-Sent Events stream. */
export interface Frame {
  id: number;
  // Frames of every shape are looked into.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  data: any;
}

/** Reads the frames of a stream as they come. Comments are skipped. */
export async function* readFrames(response: Response): AsyncGenerator<Frame, void> {
  let buffer = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    buffer += decoder.decode(chunk, { stream: true });
    for (let end = buffer.indexOf('\n\n'); end !== -1; end = buffer.indexOf('\n\n')) {
      const block = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      const id = /^id: (\d+)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) yield { id: Number(id), data: JSON.parse(data) };
    }
  }
}

/** The answer's text, as a client puts it together from the frames. */
export function textOf(frames: readonly Frame[]): string {
  return frames.reduce((text, { data }) => (data.reset ? '' : text + (data.token ?? '')), '');
}
