import type { ChatPage, PageFixture } from '../support/page-fixture.js';
import { TOOL_CALLS } from '../support/scenes.mjs';
import { chatAnswer } from '../support/scripted-server.mjs';

export function toolBlocksSuite(fixture: PageFixture): void {
  const openWith = async (toolCalls: unknown): Promise<ChatPage> => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer({ response: 'The answer.', toolCalls }));
    await chat.ask('Use tools');
    return chat;
  };

  it('stand above the answer, in order, closed to one line: name, argument, status word', async () => {
    const chat = await openWith(TOOL_CALLS);
    const blocks = chat.page.getByRole('list', { name: 'Steps' }).locator('details');
    expect(await blocks.allInnerTexts()).toEqual(['list_dir\n/etc\nok', 'exec\nls -l /etc/*.conf\nok', 'exec\ncat /etc/shadow\nerror']);
    const last = await blocks.last().boundingBox();
    const answer = await chat.lastAnswer.boundingBox();
    expect(last && last.y + last.height).toBeLessThan(answer?.y ?? 0);
  });

  it('are monospaced on light gray', async () => {
    const chat = await openWith(TOOL_CALLS);
    const style = await chat.page.locator('li > div').first().evaluate(readLook);
    expect(style.font).toContain('monospace');
    expect(style.ground).toBe('rgb(244, 244, 244)');
  });

  it('open by keyboard to the arguments as JSON and the result as lines', async () => {
    const chat = await openWith(TOOL_CALLS);
    await chat.page.locator('summary').nth(2).focus();
    await chat.page.keyboard.press('Enter');
    const block = chat.page.locator('details').nth(2);
    expect(await block.getByRole('group', { name: 'Arguments' }).locator('pre').innerText()).toBe('{\n  "cmd": "cat /etc/shadow"\n}');
    expect(await block.getByRole('group', { name: 'Result' }).locator('pre').innerText()).toContain('stderr:\ncat: /etc/shadow: Permission denied');
  });

  it('cut a long result until all of it is asked for', async () => {
    const chat = await openWith(TOOL_CALLS);
    await chat.page.locator('summary').nth(1).click();
    const result = chat.page.locator('details').nth(1).getByRole('group', { name: 'Result' }).locator('pre').first();
    expect((await result.innerText()).split('\n')).toHaveLength(20);
    await chat.button('Show all (68 lines)').click();
    expect(await result.innerText()).toContain('file-063.conf');
    await chat.button('Show less').click();
    expect((await result.innerText()).split('\n')).toHaveLength(20);
  });

  it('copy the whole result and say so', async () => {
    const chat = await openWith(TOOL_CALLS);
    await chat.page.locator('summary').nth(1).click();
    await chat.page.locator('details').nth(1).getByRole('button', { name: 'Copy result' }).click();
    await chat.button('Copied result').waitFor();
    const copied = await chat.page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain('file-063.conf');
  });

  it('copy without the clipboard of secure pages too, and leave the focus where it was', async () => {
    const chat = await openWith(TOOL_CALLS);
    await chat.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await chat.page.locator('summary').first().click();
    await chat.button('Copy arguments').press('Enter');
    await chat.button('Copied arguments').waitFor();
    expect(await chat.page.locator(':focus').innerText()).toBe('Copied');
    await chat.input.press('Control+V');
    expect(await chat.input.inputValue()).toBe('{\n  "path": "/etc"\n}');
  });

  it('survive whatever a tool was called with or gave back', async () => {
    const chat = await openWith([
      { name: 'a', args: {}, status: 'ok', result: '' },
      { name: 'b', args: { items: [{ key: 'tz', value: 'Europe/Berlin' }] }, status: 'ok', result: 'plain text' },
      { name: 'c', args: { n: 1 }, status: 'ok', result: 'x'.repeat(100_000) },
      { name: 'd', args: null, status: 'weird', result: { nested: [1, 2] } },
      { name: 'e', args: { path: 'a\nb\n'.repeat(500) }, status: 'error', result: null },
      null,
      { name: '<b>f</b>', args: { command: '\u202Eevil' }, status: 'ok', result: '<script>document.title=1</script>' },
    ]);
    const lines = await chat.page.locator('summary').allInnerTexts();
    expect(lines).toHaveLength(6);
    expect(lines[1]).toBe('b\ntz\nok');
    expect(lines[3]).toBe('d\nerror');
    for (const summary of await chat.page.locator('summary').all()) await summary.click();
    await chat.button('Show all (1 line)').click();
    expect(await chat.page.title()).toBe('Jarvis');
  });
}

declare function getComputedStyle(element: unknown): { fontFamily: string; backgroundColor: string };

/** Runs in the page. */
function readLook(element: unknown): { font: string; ground: string } {
  const style = getComputedStyle(element);
  return { font: style.fontFamily, ground: style.backgroundColor };
}
