import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

interface ScrollBoxProps {
  /** What it holds, for a screen reader. */
  label: string;
  className?: string;
  dir?: string | undefined;
  children: ReactNode;
}

/** A box that scrolls inside itself. While there is something to scroll, the keyboard can reach it. */
export function ScrollBox({ label, className = '', dir, children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [children]);

  const reachable = scrolls ? { tabIndex: 0, role: 'group', 'aria-label': label } : {};
  return (
    <div ref={box} dir={dir} className={`scroll-box ${className}`} {...reachable}>
      {children}
    </div>
  );
}
