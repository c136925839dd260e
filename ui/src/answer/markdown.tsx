import { memo, useId } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { ScrollBox } from '../layout/scroll-box.js';
import { RemoteImage } from './remote-image.js';
import { safeLink } from './safe-link.js';
import { textDirection } from './text-direction.js';

/** The page has one h1, its own: headings of an answer start one level below. */
const COMPONENTS: Components = {
  h1: ({ node, ...rest }) => <h2 {...rest} />,
  h2: ({ node, ...rest }) => <h3 {...rest} />,
  h3: ({ node, ...rest }) => <h4 {...rest} />,
  h4: ({ node, ...rest }) => <h5 {...rest} />,
  h5: ({ node, ...rest }) => <h6 {...rest} />,
  a: ({ node, href, children, ...rest }) => {
    if (!href) return <span>{children}</span>;
    if (href.startsWith('#')) return <a {...rest} href={href}>{children}</a>;
    // A new tab, since this one holds the conversation.
    return <a {...rest} href={href} title={href} target="_blank" rel="noopener noreferrer">{children}</a>;
  },
  img: ({ src, alt }) => <RemoteImage src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  pre: ({ node, dir, ...rest }) => (
    <ScrollBox label="Code" className="code" dir={dir ?? 'ltr'}>
      <pre {...rest} />
    </ScrollBox>
  ),
  table: ({ node, dir, ...rest }) => (
    <ScrollBox label="Table" dir={dir}>
      <table {...rest} />
    </ScrollBox>
  ),
};

interface MarkdownProps {
  text: string;
}

/** Markdown with tables and task lists (GFM). Raw HTML in it is shown as the text that it is. */
export const Markdown = memo(function Markdown({ text }: MarkdownProps) {
  const prefix = `answer-${useId()}-`;
  return (
    <ReactMarkdown
      components={COMPONENTS}
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[textDirection]}
      remarkRehypeOptions={{ clobberPrefix: prefix }}
      urlTransform={safeLink}
    >
      {text}
    </ReactMarkdown>
  );
});
