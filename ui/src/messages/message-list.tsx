import { memo, useRef } from 'react';
import { ApprovalBlock } from '../approvals/approval-block.js';
import type { Approval, Decision } from '../api/contract.js';
import type { Conversation, Turn } from '../conversation/conversation.js';
import { Button } from '../layout/button.js';
import { EmptyState } from './empty-state.js';
import { TurnView } from './turn-view.js';
import { useReadingPosition } from './use-reading-position.js';

interface MessageListProps {
  conversation: Conversation;
  approvals: readonly Approval[];
  offline: boolean;
  onExample: (text: string) => void;
  onRetry: (turn: Turn) => void;
  onDecide: (id: string, decision: Decision) => Promise<void>;
}

/** The middle region: all that was said, the newest at the bottom. */
export const MessageList = memo(function MessageList({ conversation, approvals, offline, onExample, onRetry, onDecide }: MessageListProps) {
  const box = useRef<HTMLElement>(null);
  const { hasNewBelow, onScroll, goToEnd } = useReadingPosition(box, conversation, approvals.length);
  const { turns, isReturning } = conversation;

  return (
    <div className="relative min-h-0 flex-1">
      <section ref={box} aria-label="Messages" tabIndex={0} onScroll={onScroll} className="relative h-full overflow-x-hidden overflow-y-auto py-6 -outline-offset-2">
        <div className="column flex flex-col gap-8">
          {isReturning && <p className="text-muted">Coming back to the running turn ...</p>}
          {turns.length === 0 && !isReturning && <EmptyState offline={offline} onExample={onExample} />}
          {turns.map((turn, index) => (
            <TurnView key={turn.id} turn={turn} isLast={index === turns.length - 1} onRetry={onRetry} />
          ))}
          {approvals.map((approval) => (
            <ApprovalBlock key={approval.id} approval={approval} onDecide={onDecide} />
          ))}
        </div>
      </section>
      {hasNewBelow && (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <Button className="pointer-events-auto" onClick={goToEnd}>New text below</Button>
        </div>
      )}
    </div>
  );
});
