import { useLayoutEffect, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import { FileButton } from '../documents/file-button.js';
import { Button } from '../layout/button.js';
import { Clip } from '../layout/clip.js';
import { isSendKey } from './send-key.js';

interface ComposerProps {
  input: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  onSend: (text: string) => void;
  /** Whether nothing can be sent now. */
  isBusy: boolean;
  /** Whether what goes with the message is still on its way. */
  isWaiting: boolean;
  onFile: (file: File) => void;
  /** Stops the running turn; absent where none runs. */
  onStop: (() => void) | undefined;
}

/** The lower region: the input, and Send, or Stop in its place. */
export function Composer({ input, text, onText, onSend, isBusy, isWaiting, onFile, onStop }: ComposerProps) {
  useLayoutEffect(() => {
    const area = input.current;
    if (area === null) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  }, [input, text]);

  const submit = () => {
    if (text.trim() === '') input.current?.focus();
    else if (!isWaiting) onSend(text);
  };
  const attachFirst = ([file]: File[]) => {
    if (file !== undefined) onFile(file);
    input.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    submit();
  };

  return (
    <form aria-label="Message" onSubmit={onSubmit} className="column flex items-end gap-2 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <FileButton label="Attach a file" disabled={isBusy} className="min-h-11! w-11 px-0! disabled:bg-soft" onFiles={attachFirst}>
        <span className="flex justify-center"><Clip /></span>
      </FileButton>
      <label htmlFor="message" className="sr-only">Message to Jarvis</label>
      <textarea
        id="message"
        ref={input}
        rows={1}
        dir="auto"
        autoFocus
        autoComplete="off"
        enterKeyHint="send"
        placeholder="Message Jarvis"
        aria-describedby="message-keys"
        value={text}
        disabled={isBusy}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        className="max-h-[40dvh] min-w-0 flex-1 resize-none rounded-md border border-line bg-ground px-3 py-[0.5625rem] placeholder:text-muted disabled:bg-soft"
      />
      <span id="message-keys" className="sr-only">Enter sends, Shift and Enter begin a new line.</span>
      {onStop ? (
        <Button className="min-h-11! w-16" onClick={onStop}>Stop</Button>
      ) : (
        <Button primary type="submit" disabled={isBusy || isWaiting} className="min-h-11! w-16 disabled:border-line disabled:bg-soft disabled:text-muted">Send</Button>
      )}
    </form>
  );
}
