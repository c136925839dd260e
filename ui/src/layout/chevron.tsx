/** Shows whether a block is open; the block itself tells screen readers. */
export function Chevron() {
  return (
    <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5 shrink-0 fill-none stroke-muted stroke-2 group-open:rotate-90 group-aria-expanded:rotate-90">
      <path d="M3 1l4 4-4 4" />
    </svg>
  );
}
