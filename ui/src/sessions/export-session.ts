import { fetchTranscript } from '../api/jarvis-client.js';
import { fileName } from './file-name.js';
import { sessionMarkdown } from './session-markdown.js';

export type ExportFormat = 'md' | 'json';

const TYPES: Record<ExportFormat, string> = { md: 'text/markdown', json: 'application/json' };

/** Reads a session and gives it to the person as a file. Throws RequestFailedError where it cannot be read. */
export async function exportSession(sessionId: string, format: ExportFormat): Promise<void> {
  const transcript = await fetchTranscript(sessionId);
  const text = format === 'md' ? sessionMarkdown(transcript) : `${JSON.stringify(transcript.source, null, 2)}\n`;
  download(`${fileName(transcript.title || sessionId)}.${format}`, new Blob([text], { type: TYPES[format] }));
}

function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken the content by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
