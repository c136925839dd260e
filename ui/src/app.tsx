import { useCallback, useRef, useState } from 'react';
import { Announcer } from './announcer/announcer.js';
import { useApprovals } from './approvals/use-approvals.js';
import { ChoiceLine } from './composer/choice-line.js';
import { Composer } from './composer/composer.js';
import { isOnItsWay, useAttachment } from './composer/use-attachment.js';
import { useFocusReturn } from './composer/use-focus-return.js';
import type { ChatChoice } from './conversation/chat-choice.js';
import { isWorking, lastTurnOf, runningCallsOf, type Turn } from './conversation/conversation.js';
import { useConversation } from './conversation/use-conversation.js';
import { useDraft } from './conversation/use-draft.js';
import { Drawer } from './drawer/drawer.js';
import type { View } from './drawer/views.js';
import { DrawerViews } from './drawer-views.js';
import { Header } from './layout/header.js';
import { useEscape } from './layout/use-escape.js';
import { useShortcut } from './layout/use-shortcut.js';
import { MessageList } from './messages/message-list.js';
import { GuestLine } from './people/guest-line.js';
import { SignIn } from './people/sign-in.js';
import { useOffline } from './use-offline.js';

/** The page: three regions and a drawer, and what moves between them. */
export function App() {
  const [conversation, controller] = useConversation();
  const { sessionId, isReturning } = conversation;
  const [text, setText] = useDraft(conversation);
  const [view, setView] = useState<View>();
  const [visit, setVisit] = useState(0);
  const [choice, setChoice] = useState<ChatChoice>({});
  const file = useAttachment();
  const { attachment, detach } = file;
  const working = isWorking(conversation);
  const [approvals, decide] = useApprovals(working, sessionId, runningCallsOf(conversation));
  const offline = useOffline();
  const input = useRef<HTMLTextAreaElement>(null);
  useFocusReturn(input, working || isReturning);

  const running = working ? lastTurnOf(conversation) : undefined;
  const stop = running && (() => controller.stop(running.id));
  useEscape(view === undefined ? stop : undefined);
  useShortcut('k', useCallback(() => setView((open) => (open === undefined ? 'Sessions' : undefined)), []));

  const send = useCallback(
    (message: string) => {
      const { preset, model } = choice;
      const uploadId = attachment?.contextId ?? '';
      setText('');
      controller.send(message, { ...(preset && { preset: preset.prompt }), ...(model !== undefined && { model }), ...(uploadId !== '' && { uploadId }) });
      setChoice(preset === undefined ? {} : { preset });
      detach();
    },
    [controller, setText, choice, attachment, detach],
  );
  const retry = useCallback((turn: Turn) => controller.retry(turn), [controller]);
  const beginAnew = () => {
    controller.startNewSession();
    setChoice({});
    input.current?.focus();
  };
  const openSession = async (id: string) => {
    if (id !== sessionId) {
      await controller.openSession(id);
      setChoice({});
    }
    setView(undefined);
    requestAnimationFrame(() => input.current?.focus());
  };

  return (
    <div className="flex h-dvh flex-col">
      <Header onSessions={() => setView('Sessions')} onNewSession={beginAnew} />
      <main className="flex min-h-0 flex-1 flex-col">
        <MessageList conversation={conversation} approvals={approvals} offline={offline} onExample={send} onRetry={retry} onDecide={decide} />
        {view === undefined && <SignIn className="column pt-2" />}
        <ChoiceLine choice={choice} onChoice={setChoice} file={file} />
        <Composer input={input} text={text} onText={setText} onSend={send} isBusy={working || isReturning} isWaiting={isOnItsWay(attachment)} onFile={file.attach} onStop={stop} />
      </main>
      <Announcer conversation={conversation} />
      <Drawer view={view} onView={setView} onClose={() => setView(undefined)}>
        <SignIn className="px-4 pb-4" />
        <GuestLine onSignedIn={() => setVisit((before) => before + 1)} />
        {view && <DrawerViews key={visit} view={view} sessionId={sessionId} onOpenSession={openSession} onSessionDeleted={(id) => controller.leaveSession(id)} choice={choice} onChoice={setChoice} />}
      </Drawer>
    </div>
  );
}
