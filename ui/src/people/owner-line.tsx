import { identity } from '../api/identity.js';
import { TextButton } from '../layout/text-button.js';
import { useIdentity } from './use-identity.js';

/** Tells who has signed in with the PIN so, and how to end that; nothing to anybody else. */
export function OwnerLine() {
  if (useIdentity().role !== 'admin') return null;
  return (
    <p className="text-muted">
      You are signed in as the owner. <TextButton onPress={() => identity.signOut()}>Sign out</TextButton>
    </p>
  );
}
