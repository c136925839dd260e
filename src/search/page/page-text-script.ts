/** What the script is given. */
export interface PageTextArguments {
  /** File of the package html-to-text. */
  library: string;
  html: string;
  url: string;
  links: boolean;
  minMainCharacters: number;
  maxDepth: number;
}

type Builder = {
  openBlock(options: object): void;
  closeBlock(options: object): void;
  addInline(text: string, options?: object): void;
};
type Format = (element: { name: string; children: unknown[] }, walk: (children: unknown[], builder: Builder) => void, builder: Builder) => void;

/**
 * Finds the text of an HTML page. Runs in a tool host by its own source text, so it uses nothing from outside. Headings and table cells are
 * marked as in Markdown; what a page hides is left out, since only programs would read it.
 */
export function findPageText(args: PageTextArguments, require: NodeJS.Require): { title?: string; text: string } {
  const { convert } = require(args.library) as { convert(html: string, options: object): string };
  const heading: Format = (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 2 });
    builder.addInline(`${'#'.repeat(Number(element.name.slice(1)))} `);
    walk(element.children, builder);
    builder.closeBlock({ trailingLineBreaks: 2 });
  };
  const row: Format = (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 1 });
    walk(element.children, builder);
    builder.closeBlock({ trailingLineBreaks: 1 });
  };
  const cell: Format = (element, walk, builder) => {
    builder.addInline('| ');
    walk(element.children, builder);
    builder.addInline(' ');
  };
  const absolute = (href: string): string => (URL.canParse(href, args.url) ? new URL(href, args.url).href : href);
  const hidden = ['nav', 'aside', 'footer', 'script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'button', 'select', 'textarea', 'dialog', 'img'];
  const hiding = ['[hidden]', '[aria-hidden="true"]', '[style*="display:none"]', '[style*="display: none"]', '[style*="visibility:hidden"]'];
  const options = (baseElements: object): object => ({
    wordwrap: false,
    baseElements,
    limits: { maxDepth: args.maxDepth, maxInputLength: args.html.length, ellipsis: '' },
    formatters: { heading, row, cell },
    selectors: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'heading' })),
      { selector: 'tr', format: 'row' },
      { selector: 'td', format: 'cell' },
      { selector: 'th', format: 'cell' },
      { selector: 'a', options: { ignoreHref: !args.links, pathRewrite: absolute, noAnchorUrl: true, hideLinkHrefIfSameAsText: true } },
      ...[...hidden, ...hiding].map((selector) => ({ selector, format: 'skip' })),
    ],
  });
  const tidy = (text: string): string => text.replace(/[^\S\n]+$/gm, '').replace(/\n{3,}/g, '\n\n').trim();
  const main = tidy(convert(args.html, options({ selectors: ['main', 'article', '[role="main"]'], returnDomByDefault: false })));
  const text = main.length >= args.minMainCharacters ? main : tidy(convert(args.html, options({ selectors: ['body'], returnDomByDefault: true })));
  const named = /<title[^>]{0,200}>([^<]{1,1000})/i.exec(args.html)?.[1] ?? '';
  const title = convert(named, { wordwrap: false }).replace(/\s+/g, ' ').trim();
  return { ...(title === '' ? {} : { title }), text };
}
