/** A paper clip; the button around it has the name. */
export function Clip() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 fill-none stroke-ink" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
      <path d="M13.5 6.5 7.4 12.6a1.4 1.4 0 0 0 2 2l6.4-6.4a3.2 3.2 0 0 0-4.5-4.5L4.6 10.3a5 5 0 0 0 7.1 7.1l4.8-4.8" />
    </svg>
  );
}
