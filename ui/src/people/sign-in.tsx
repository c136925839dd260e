import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { identity } from '../api/identity.js';
import { Button } from '../layout/button.js';
import { PIN_MAX_DIGITS } from '../limits.js';
import { useIdentity } from './use-identity.js';

interface SignInProps {
  className?: string;
}

/** Asks for the owner's PIN where something waits for it, and takes no for an answer; nothing otherwise. */
export function SignIn({ className = '' }: SignInProps) {
  return useIdentity().isPinWanted ? <PinForm className={className} /> : null;
}

function PinForm({ className = '' }: SignInProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const [refusal, setRefusal] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setRefusal('');
    setIsBusy(true);
    const problem = await identity.signIn(pin);
    setIsBusy(false);
    if (problem === '') return;
    setRefusal(problem);
    setPin('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // Otherwise it would close the drawer, or stop a turn.
    event.preventDefault();
    event.stopPropagation();
    identity.dismiss();
  };
  return (
    <form aria-label="Sign in" onSubmit={(event) => void onSubmit(event)} onKeyDown={onKeyDown} className={`flex flex-col gap-2 ${className}`}>
      <label htmlFor={id} className="font-semibold">This needs the owner’s PIN</label>
      <div className="flex flex-wrap gap-2">
        <input id={id} ref={field} type="password" inputMode="numeric" autoComplete="current-password" required maxLength={PIN_MAX_DIGITS} value={pin} onChange={(event) => setPin(event.target.value)} className="field w-40" />
        <Button primary type="submit" disabled={isBusy}>{isBusy ? 'Signing in ...' : 'Sign in'}</Button>
        <Button onClick={() => identity.dismiss()}>Not now</Button>
      </div>
      <p role="status" className="text-error empty:hidden">{refusal}</p>
    </form>
  );
}
