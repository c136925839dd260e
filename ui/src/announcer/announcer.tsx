import { useEffect, useRef, useState } from 'react';
import { lastTurnOf, type Conversation, type Turn } from '../conversation/conversation.js';
import { statusInWords } from '../conversation/run-status.js';
import { spokenText } from './spoken-text.js';

interface AnnouncerProps {
  conversation: Conversation;
}

/** Where a turn stands, in whole sentences. Reads the rendered answer, so it runs after it. */
function announcementOf({ id, outcome }: Turn): string {
  switch (outcome.kind) {
    case 'working':
      return outcome.isConnected ? 'Jarvis is working.' : 'The connection is lost. Trying again.';
    case 'failed':
      return `It failed: ${outcome.problem.what} ${outcome.problem.advice.replaceAll('`', '')}`;
    case 'answered': {
      const answer = document.querySelector(`#${id} .answer`);
      return `${answer === null ? '' : spokenText(answer)} ${statusInWords(outcome.status)}`.trim();
    }
  }
}

/** The one polite live region for the conversation. The messages themselves are none: they change in pieces. */
export function Announcer({ conversation }: AnnouncerProps) {
  const [announcement, setAnnouncement] = useState('');
  const turn = lastTurnOf(conversation);
  const lastTurn = useRef(turn);
  useEffect(() => {
    const before = lastTurn.current;
    lastTurn.current = turn;
    // A session that was opened tells nothing new: its last turn had ended before.
    const isNews = turn !== undefined && (turn.outcome.kind === 'working' || before?.id === turn.id);
    if (!isNews) setAnnouncement('');
    else if (before?.id !== turn.id || before.outcome !== turn.outcome) setAnnouncement(announcementOf(turn));
  }, [turn]);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {announcement}
    </div>
  );
}
