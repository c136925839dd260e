import { Button } from './button.js';

interface HeaderProps {
  onSessions: () => void;
  onNewSession: () => void;
}

/** The upper region: the name, the way to earlier sessions, and a way to begin anew. */
export function Header({ onSessions, onNewSession }: HeaderProps) {
  return (
    <header>
      <div className="column flex items-center gap-2 py-2">
        <h1 className="me-auto font-semibold">Jarvis</h1>
        <Button aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={onSessions}>Sessions</Button>
        <Button onClick={onNewSession}>New Session</Button>
      </div>
    </header>
  );
}
