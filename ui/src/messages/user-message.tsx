interface UserMessageProps {
  text: string;
}

/** What the person wrote, as it was written. */
export function UserMessage({ text }: UserMessageProps) {
  return (
    <div className="ms-auto w-fit max-w-[85%] rounded-md bg-soft px-3 py-2">
      <span className="sr-only">You: </span>
      <p dir="auto" className="plain wrap-anywhere whitespace-pre-wrap">{text}</p>
    </div>
  );
}
