import { identity } from '../api/identity.js';
import { TextButton } from '../layout/text-button.js';
import { useIdentity } from './use-identity.js';

interface GuestLineProps {
  onSignedIn: () => void;
}

/** Tells a guest that what the owner keeps is not shown, and how to see it; nothing to anybody else. */
export function GuestLine({ onSignedIn }: GuestLineProps) {
  const { role, isPinWanted } = useIdentity();
  if (role !== 'guest' || isPinWanted) return null;
  const signIn = async () => {
    if (await identity.askForPin()) onSignedIn();
  };
  return (
    <p className="px-4 pb-2 text-muted">
      You are a guest: what the owner keeps is not shown. <TextButton onPress={() => void signIn()}>Sign in</TextButton>
    </p>
  );
}
