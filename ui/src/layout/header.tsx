import { Button } from './button.js';

interface HeaderProps {
  onNewSession: () => void;
}

/** The upper region: the name, and a way to begin anew. */
export function Header({ onNewSession }: HeaderProps) {
  return (
    <header>
      <div className="column flex items-center justify-between py-2">
        <h1 className="font-semibold">Jarvis</h1>
        <Button onClick={onNewSession}>New Session</Button>
      </div>
    </header>
  );
}
