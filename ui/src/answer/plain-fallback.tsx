import { Component, type ReactNode } from 'react';

interface PlainFallbackProps {
  text: string;
  children: ReactNode;
}

/** Shows the bare text where rendering it fails, so that one answer can never take the page away. */
export class PlainFallback extends Component<PlainFallbackProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <p className="whitespace-pre-wrap" dir="auto">{this.props.text}</p>;
  }
}
