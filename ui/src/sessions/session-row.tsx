import { useId, useRef, useState } from 'react';
import { renameSession } from '../api/jarvis-client.js';
import { problemOfError } from '../api/problem.js';
import type { SessionSummary } from '../api/sessions.js';
import { Chevron } from '../layout/chevron.js';
import { TextButton } from '../layout/text-button.js';
import { dateInWords } from '../layout/date-in-words.js';
import { exportSession, type ExportFormat } from './export-session.js';
import { RenameForm } from './rename-form.js';

interface SessionRowProps {
  session: SessionSummary;
  isRunning: boolean;
  isCurrent: boolean;
  /** Whether what can be done with it is shown. */
  isExpanded: boolean;
  onExpand: () => void;
  /** Rejects where it cannot be opened. */
  onOpen: () => Promise<void>;
  onRetitle: (title: string) => void;
  onDelete: () => void;
}

/** A session in the list: a press opens it; what else can be done with it is one press further. */
export function SessionRow({ session, isRunning, isCurrent, isExpanded, onExpand, onOpen, onRetitle, onDelete }: SessionRowProps) {
  const { sessionId, title, lastTs } = session;
  const actionsId = useId();
  const renameButton = useRef<HTMLButtonElement>(null);
  const [isRenaming, setIsRenaming] = useState(false);
  const [problem, setProblem] = useState('');

  const trying = (action: Promise<void>) => {
    setProblem('');
    action.catch((error: unknown) => setProblem(problemOfError(error).what));
  };
  const endRenaming = () => {
    setIsRenaming(false);
    requestAnimationFrame(() => renameButton.current?.focus());
  };
  const rename = (name: string) => {
    onRetitle(name);
    endRenaming();
    setProblem('');
    renameSession(sessionId, name).catch((error: unknown) => {
      onRetitle(title);
      setProblem(problemOfError(error).what);
    });
  };
  const exportAs = (format: ExportFormat) => trying(exportSession(sessionId, format));

  if (isRenaming) return <RenameForm title={title} onRename={rename} onCancel={endRenaming} />;
  return (
    <>
      <div className={`flex items-stretch ${isCurrent ? 'bg-soft' : ''}`}>
        <button type="button" data-row aria-current={isCurrent || undefined} onClick={() => trying(onOpen())} className="min-h-11 min-w-0 flex-1 py-2 ps-4 text-start -outline-offset-2">
          <bdi className="line-clamp-2 wrap-anywhere">{title}</bdi>
          <span className="block text-code text-muted">{isRunning ? 'running now' : <time dateTime={lastTs}>{dateInWords(lastTs, new Date())}</time>}</span>
        </button>
        <button type="button" aria-label={`More about ${title}`} aria-expanded={isExpanded} aria-controls={actionsId} onClick={onExpand} className="group flex min-h-11 w-11 items-center justify-center -outline-offset-2">
          <Chevron />
        </button>
      </div>
      <div id={actionsId} hidden={!isExpanded} className="px-4 pb-2">
        <div className="flex flex-wrap items-center gap-x-4">
          <TextButton ref={renameButton} label={`Rename ${title}`} onPress={() => setIsRenaming(true)}>Rename</TextButton>
          <TextButton label={`Delete ${title}`} onPress={onDelete}>Delete</TextButton>
          <span className="flex items-center gap-x-2">
            <span className="text-muted">Export as</span>
            <TextButton label={`Export ${title} as Markdown`} onPress={() => exportAs('md')}>Markdown</TextButton>
            <TextButton label={`Export ${title} as JSON`} onPress={() => exportAs('json')}>JSON</TextButton>
          </span>
        </div>
      </div>
      <p role="status" className="px-4 pb-2 text-error empty:hidden">{problem}</p>
    </>
  );
}
