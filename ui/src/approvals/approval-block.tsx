import { useEffect, useId, useRef, useState } from 'react';
import type { Approval, Decision } from '../api/contract.js';
import { Button } from '../layout/button.js';
import { ScrollBox } from '../layout/scroll-box.js';
import { visibleText } from './visible-text.js';

interface ApprovalBlockProps {
  approval: Approval;
  onDecide: (id: string, decision: Decision) => Promise<void>;
}

/** A command that waits for a yes or no, exactly as it would run. The safe answer has the focus. */
export function ApprovalBlock({ approval, onDecide }: ApprovalBlockProps) {
  const titleId = useId();
  const deny = useRef<HTMLButtonElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => deny.current?.focus(), []);

  const decide = (decision: Decision) => {
    setFailed(false);
    onDecide(approval.id, decision).catch(() => setFailed(true));
  };

  return (
    <div role="group" aria-labelledby={titleId} className="flex flex-col gap-3 rounded-md border border-line p-3">
      <p id={titleId} className="font-semibold">Jarvis wants to run this command</p>
      <ScrollBox label="Command" className="max-h-60 rounded-md bg-soft p-3 font-mono text-code">
        <pre dir="ltr" className="whitespace-pre-wrap wrap-anywhere">{visibleText(approval.command)}</pre>
      </ScrollBox>
      <p className="wrap-anywhere text-muted">in {visibleText(approval.directory)}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => decide('allow-once')}>Allow once</Button>
        <Button onClick={() => decide('allow-always')}>Always allow this exact command</Button>
        <Button ref={deny} onClick={() => decide('deny')}>Deny</Button>
      </div>
      <p role="status" className="text-error empty:hidden">{failed && 'The server did not take the decision. Try again.'}</p>
    </div>
  );
}
