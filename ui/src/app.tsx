import { useCallback, useRef, useState } from 'react';
import { Announcer } from './announcer/announcer.js';
import { useApprovals } from './approvals/use-approvals.js';
import { Composer } from './composer/composer.js';
import { useFocusReturn } from './composer/use-focus-return.js';
import { isWorking, lastTurnOf, runningCallsOf, type Turn } from './conversation/conversation.js';
import { useConversation } from './conversation/use-conversation.js';
import { useDraft } from './conversation/use-draft.js';
import { Drawer } from './drawer/drawer.js';
import { Header } from './layout/header.js';
import { useEscape } from './layout/use-escape.js';
import { useShortcut } from './layout/use-shortcut.js';
import { MessageList } from './messages/message-list.js';
import { SessionsView } from './sessions/sessions-view.js';
import { useOffline } from './use-offline.js';

/** The page: three regions and a drawer, and what moves between them. */
export function App() {
  const [conversation, controller] = useConversation();
  const { sessionId, isReturning } = conversation;
  const [text, setText] = useDraft(conversation);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const working = isWorking(conversation);
  const [approvals, decide] = useApprovals(working, sessionId, runningCallsOf(conversation));
  const offline = useOffline();
  const input = useRef<HTMLTextAreaElement>(null);
  useFocusReturn(input, working || isReturning);

  const running = working ? lastTurnOf(conversation) : undefined;
  const stop = running && (() => controller.stop(running.id));
  useEscape(isDrawerOpen ? undefined : stop);
  useShortcut('k', useCallback(() => setIsDrawerOpen((isOpen) => !isOpen), []));

  const send = useCallback(
    (message: string) => {
      setText('');
      controller.send(message);
    },
    [controller, setText],
  );
  const retry = useCallback((turn: Turn) => controller.retry(turn), [controller]);
  const beginAnew = () => {
    controller.startNewSession();
    input.current?.focus();
  };
  const openSession = async (id: string) => {
    if (id !== sessionId) await controller.openSession(id);
    setIsDrawerOpen(false);
    requestAnimationFrame(() => input.current?.focus());
  };

  return (
    <div className="flex h-dvh flex-col">
      <Header onSessions={() => setIsDrawerOpen(true)} onNewSession={beginAnew} />
      <main className="flex min-h-0 flex-1 flex-col">
        <MessageList conversation={conversation} approvals={approvals} offline={offline} onExample={send} onRetry={retry} onDecide={decide} />
        <Composer input={input} text={text} onText={setText} onSend={send} isBusy={working || isReturning} onStop={stop} />
      </main>
      <Announcer conversation={conversation} />
      <Drawer title="Sessions" isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)}>
        <SessionsView currentId={sessionId} onOpen={openSession} onDeleted={(id) => controller.leaveSession(id)} />
      </Drawer>
    </div>
  );
}
