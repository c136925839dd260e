import { titleOf } from './session-title.js';

describe('titleOf', () => {
  it.each([
    [{ name: 'Named', summary: 'Summary', firstUserText: 'Text' }, 'Named'],
    [{ name: ' ', summary: 'Summary', firstUserText: 'Text' }, 'Summary'],
    [{ summary: 'Listed the\n directory', firstUserText: 'Text' }, 'Listed the directory'],
    [{ summary: ' ', firstUserText: 'Text' }, 'Text'],
    [{ firstUserText: 'x'.repeat(80) }, 'x'.repeat(80)],
    [{ firstUserText: 'x'.repeat(81) }, `${'x'.repeat(79)}…`],
    [{ summary: `${'x'.repeat(78)}😀😀` }, `${'x'.repeat(78)}…`],
    [{ name: 'x'.repeat(150) }, 'x'.repeat(150)],
    [{}, 'Untitled session'],
  ])('makes %j to %j', (sources, title) => {
    expect(titleOf(sources)).toBe(title);
  });
});
