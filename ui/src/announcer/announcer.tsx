import { useEffect, useState } from 'react';
import { lastTurnOf, type Conversation } from '../conversation/conversation.js';
import { statusInWords } from '../conversation/run-status.js';
import { spokenText } from './spoken-text.js';

interface AnnouncerProps {
  conversation: Conversation;
}

/** What has just happened, in whole sentences; '' where nothing has. Reads the rendered answer, so it runs after it. */
function announcementOf(conversation: Conversation): string {
  const turn = lastTurnOf(conversation);
  if (turn === undefined) return '';
  switch (turn.outcome.kind) {
    case 'working':
      return 'Jarvis is working.';
    case 'failed':
      return `It failed: ${turn.outcome.problem.what} ${turn.outcome.problem.advice.replaceAll('`', '')}`;
    case 'answered': {
      const answer = document.querySelector(`#${turn.id} .answer`);
      return `${answer === null ? '' : spokenText(answer)} ${statusInWords(turn.outcome.status)}`.trim();
    }
  }
}

/** The one polite live region for the conversation. The messages themselves are none: they change in pieces. */
export function Announcer({ conversation }: AnnouncerProps) {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => setAnnouncement(announcementOf(conversation)), [conversation]);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {announcement}
    </div>
  );
}
