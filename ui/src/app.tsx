import { useCallback, useRef } from 'react';
import { Announcer } from './announcer/announcer.js';
import { useApprovals } from './approvals/use-approvals.js';
import { Composer } from './composer/composer.js';
import { useFocusReturn } from './composer/use-focus-return.js';
import { isWorking, lastTurnOf, type Turn } from './conversation/conversation.js';
import { useConversation } from './conversation/use-conversation.js';
import { useDraft } from './conversation/use-draft.js';
import { Header } from './layout/header.js';
import { useEscape } from './layout/use-escape.js';
import { MessageList } from './messages/message-list.js';
import { useOffline } from './use-offline.js';

/** The page: three regions, and what moves between them. */
export function App() {
  const { conversation, send, retry, stop, startNewSession } = useConversation();
  const [text, setText] = useDraft(conversation);
  const working = isWorking(conversation);
  const [approvals, decide] = useApprovals(working, conversation.sessionId);
  const offline = useOffline();
  const input = useRef<HTMLTextAreaElement>(null);
  useFocusReturn(input, working);

  const running = working ? lastTurnOf(conversation) : undefined;
  const stopRunning = running && conversation.sessionId !== null ? () => stop(running) : undefined;
  useEscape(stopRunning);

  const sendText = useCallback(
    (message: string) => {
      setText('');
      send(message);
    },
    [send, setText],
  );
  const retryTurn = useCallback(
    (turn: Turn) => {
      setText((typed) => (typed === turn.text ? '' : typed));
      retry(turn);
    },
    [retry, setText],
  );
  const beginAnew = () => {
    startNewSession();
    input.current?.focus();
  };

  return (
    <div className="flex h-dvh flex-col">
      <Header onNewSession={beginAnew} />
      <main className="flex min-h-0 flex-1 flex-col">
        <MessageList conversation={conversation} approvals={approvals} offline={offline} onExample={sendText} onRetry={retryTurn} onDecide={decide} />
        <Composer input={input} text={text} onText={setText} onSend={sendText} isWorking={working} onStop={stopRunning} />
      </main>
      <Announcer conversation={conversation} />
    </div>
  );
}
