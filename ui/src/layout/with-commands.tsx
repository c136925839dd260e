interface WithCommandsProps {
  /** A sentence with commands between backticks. */
  text: string;
}

/** A sentence of the page's own in which what can be typed in a terminal stands out. */
export function WithCommands({ text }: WithCommandsProps) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index} className="font-mono text-code text-ink">{part}</code>));
}
