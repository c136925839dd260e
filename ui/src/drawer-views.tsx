import { ContextView } from './context/context-view.js';
import type { ChatChoice } from './conversation/chat-choice.js';
import { DocumentsView } from './documents/documents-view.js';
import type { View } from './drawer/views.js';
import { MemoryView } from './memory/memory-view.js';
import { SchedulesView } from './schedules/schedules-view.js';
import { SessionsView } from './sessions/sessions-view.js';
import { SettingsView } from './settings/settings-view.js';

export interface DrawerViewsProps {
  view: View;
  sessionId: string | null;
  /** Rejects where it cannot be opened. */
  onOpenSession: (sessionId: string) => Promise<void>;
  onSessionDeleted: (sessionId: string) => void;
  choice: ChatChoice;
  onChoice: (choice: ChatChoice) => void;
}

/** What the drawer shows for each of its tabs. */
export function DrawerViews({ view, sessionId, onOpenSession, onSessionDeleted, choice, onChoice }: DrawerViewsProps) {
  switch (view) {
    case 'Sessions':
      return <SessionsView currentId={sessionId} onOpen={onOpenSession} onDeleted={onSessionDeleted} />;
    case 'Memory':
      return <MemoryView onOpenSession={onOpenSession} />;
    case 'Documents':
      return <DocumentsView />;
    case 'Schedules':
      return <SchedulesView />;
    case 'Context':
      return <ContextView sessionId={sessionId} />;
    case 'Settings':
      return <SettingsView choice={choice} onChoice={onChoice} />;
  }
}
