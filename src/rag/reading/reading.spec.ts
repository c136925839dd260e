import { InvalidInputError } from '../../common/domain-error.js';
import { UnsupportedContentTypeError } from '../../security/errors.js';
import { decodeText } from './decode-text.js';
import { documentTypeOf } from './document-type.js';
import { readHtml } from './read-html.js';
import { readPlain } from './read-plain.js';

describe('documentTypeOf', () => {
  test.each([
    ['a.txt', '', 'text'],
    ['A.MD', 'application/octet-stream', 'markdown'],
    ['page.html', 'text/plain', 'html'],
    ['x.pdf', '', 'pdf'],
    ['x.json', '', 'json'],
    ['LICENSE', 'text/plain; charset=utf-8', 'text'],
    ['notes', 'text/markdown', 'markdown'],
    ['x.weird', 'text/x-weird', 'text'],
    ['x', 'application/pdf', 'pdf'],
  ])('%s sent as "%s" is %s', (name, mediaType, type) => expect(documentTypeOf(name, mediaType)).toBe(type));

  test.each([
    ['a.png', 'image/png'],
    ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a', ''],
  ])('%s is refused', (name, mediaType) => expect(() => documentTypeOf(name, mediaType)).toThrow(UnsupportedContentTypeError));
});

describe('decodeText', () => {
  test.each([
    ['UTF-8', Buffer.from('Grüße')],
    ['UTF-8 with a mark', Buffer.from('\ufeffGrüße')],
    ['UTF-16 little-endian', Buffer.from('\ufeffGrüße', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\ufeffGrüße', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('Grüße', 'latin1')],
  ])('%s', (_, bytes) => expect(decodeText(bytes)).toBe('Grüße'));

  test('lines end with a line feed, whatever they ended with', () => expect(decodeText(Buffer.from('a\r\nb\rc\n'))).toBe('a\nb\nc\n'));
  test('binary data is no text', () => expect(() => decodeText(Buffer.from([80, 75, 0, 4]))).toThrow(UnsupportedContentTypeError));
});

describe('readPlain', () => {
  test('JSON on one line is spread; on several it stays as it is, with its lines', () => {
    expect(readPlain(Buffer.from('{"a":[1,2]}'), 'json')).toMatchObject({ text: '{\n  "a": [\n    1,\n    2\n  ]\n}' });
    expect(readPlain(Buffer.from('{\n"a": 1}'), 'json')).toMatchObject({ text: '{\n"a": 1}', passages: [{ line: 1 }] });
    expect(() => readPlain(Buffer.from('{"a"'), 'json')).toThrow(InvalidInputError);
  });

  test('lines that begin with # are headings in Markdown alone', () => {
    const text = Buffer.from('# x\n\ny');
    expect(readPlain(text, 'markdown').passages[0]?.heading).toBe('x');
    expect(readPlain(text, 'text').passages[0]?.heading).toBeUndefined();
  });
});

describe('readHtml', () => {
  test('the text, with headings and tables, without what only programs read', () => {
    const html =
      '<html><head><title>no</title><style>no{}</style></head><body><nav>no</nav><h1>Bees</h1><p>sleep &amp; <b>fly</b></p>' +
      '<table><tr><th>kind</th><th>size</th></tr><tr><td>wasp</td><td>2</td></tr></table><a href="http://no.example">link</a><script>no()</script></body></html>';
    const { text, passages } = readHtml(Buffer.from(html));
    expect(text).toMatch(/^# Bees\n\nsleep & fly\n\nkind +size\nwasp +2\n+link$/i);
    expect(passages[0]).toMatchObject({ heading: 'Bees' });
  });

  test('deep nesting ends nothing', () => {
    expect(readHtml(Buffer.from(`${'<div>'.repeat(50_000)}deep`)).text).toBe('');
  });
});
