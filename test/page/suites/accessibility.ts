import { NARROW, type ChatPage, type PageFixture } from '../support/page-fixture.js';
import { playScene, prepareScene } from '../support/play-scene.mjs';
import { decorated, focusedName, focusIsVisible, lowContrast, namelessControls, smallTargets, sticksOut } from '../support/probes.mjs';
import { SCENES, type Scene } from '../support/scenes.mjs';
import { chatAnswer } from '../support/scripted-server.mjs';

/** The least contrast of text, WCAG 2.2 level AA. */
const LEAST_CONTRAST = 4.5;

/** Pixels that a finger needs. */
const LEAST_TARGET = 44;

export function accessibilitySuite(fixture: PageFixture): void {
  const openScene = async (scene: Scene, viewport?: typeof NARROW): Promise<ChatPage> => {
    prepareScene(fixture.server, scene);
    const chat = await fixture.open(viewport);
    await playScene(chat.page, fixture.server, { ...scene, open: !scene.drawer });
    return chat;
  };

  it('has landmarks, one h1, a language, and a name for everything that can be used', async () => {
    const { page } = await fixture.open();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.title()).toBe('Jarvis');
    for (const role of ['banner', 'main'] as const) expect(await page.getByRole(role).count()).toBe(1);
    expect(await page.getByRole('form', { name: 'Message' }).count()).toBe(1);
    expect(await page.getByRole('region', { name: 'Messages' }).count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Jarvis']);
  });

  it.each(SCENES)('can be read and used, and is flat and still: $name', async (scene) => {
    const { page } = await openScene(scene);
    expect(await page.evaluate(lowContrast, LEAST_CONTRAST)).toEqual([]);
    expect(await page.evaluate(namelessControls)).toEqual([]);
    expect(await page.evaluate(decorated)).toEqual([]);
  });

  it.each(SCENES)('fits a telephone: $name', async (scene) => {
    const { page } = await openScene(scene, NARROW);
    expect(await page.evaluate(sticksOut)).toEqual([]);
    expect(await page.evaluate(smallTargets, LEAST_TARGET)).toEqual([]);
    const input = await page.locator('#message').boundingBox();
    expect(input && input.y + input.height).toBeLessThanOrEqual(NARROW.height);
  });

  it('keeps endless words inside a narrow page', async () => {
    const chat = await fixture.open(NARROW);
    const word = 'x'.repeat(500);
    fixture.server.answer(chatAnswer({ response: `${word}\n\n\`${word}\`\n\n# ${word}\n\n> ${word}\n\n[${word}](https://example.org/)`, toolCalls: [{ name: word, args: { command: word }, status: 'ok', result: word }] }));
    await chat.ask(word);
    fixture.server.answer({ error: word, details: word }, 500);
    await chat.ask('Again');
    for (const summary of await chat.page.locator('summary').all()) await summary.click();
    expect(await chat.page.evaluate(sticksOut)).toEqual([]);
  });

  it('keeps the input in view when a keyboard halves the room', async () => {
    const chat = await fixture.open(NARROW);
    fixture.server.answer(chatAnswer({ response: 'Line.\n\n'.repeat(60) }));
    await chat.ask('Talk');
    await chat.page.setViewportSize({ width: NARROW.width, height: 380 });
    const input = await chat.input.boundingBox();
    expect(input && input.y + input.height).toBeLessThanOrEqual(380);
    expect(await chat.page.locator('meta[name="viewport"]').getAttribute('content')).toContain('interactive-widget=resizes-content');
  });

  it('is walked by Tab in the order in which it is read, and shows where one is', async () => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer({ response: '[link](https://example.org/)', toolCalls: [{ name: 'exec', args: { command: 'ls' }, status: 'ok', result: 'x' }] }));
    await chat.ask('Go');
    await chat.button('New Session').focus();
    const walked: string[] = [];
    for (let step = 0; step < 6; step++) {
      await chat.page.keyboard.press('Tab');
      walked.push(await chat.page.evaluate(focusedName));
      expect(await chat.page.evaluate(focusIsVisible)).toBe(true);
    }
    expect(walked).toEqual(['Messages', 'execlsok', 'link', 'Attach a file', 'Message to Jarvis', 'Send']);
  });

  it('lets the keyboard scroll what is wider than its box, and stops nowhere else', async () => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer({ response: `\`\`\`\n${'wide '.repeat(100)}\n\`\`\`\n\n\`\`\`\nnarrow\n\`\`\`` }));
    await chat.ask('Code');
    expect(await chat.page.getByRole('group', { name: 'Code' }).count()).toBe(1);
    await chat.page.getByRole('group', { name: 'Code' }).focus();
    await chat.page.keyboard.press('ArrowRight');
    expect(await chat.eventually(() => chat.page.getByRole('group', { name: 'Code' }).evaluate(scrolled), (left) => left > 0)).toBeGreaterThan(0);
  });

  it('announces whole sentences: that it works, the answer, an error', async () => {
    const chat = await fixture.open();
    await chat.send('Hi');
    await chat.announcement.getByText('Jarvis is working.').waitFor({ state: 'attached' });
    fixture.server.answer(chatAnswer({ response: '# Found\n\nThere are **two** files:\n\n- hosts\n- `fstab`\n\n```\ncode\n```\n\n| a |\n| - |\n| b |', status: 'tool_failed' }));
    await chat.settled();
    const said = () => chat.announcement.innerText();
    expect(await chat.eventually(said, (text) => text.includes('Found'))).toBe(
      'Found. There are two files: hosts. fstab. Code. Table. A tool failed on the way: see above.',
    );
    fixture.server.answer({ error: 'Neither model answered.', status: 'model_error' }, 500);
    await chat.ask('Again');
    expect(await chat.eventually(said, (text) => text.includes('failed:'))).toMatch(/^It failed: Neither model answered\. Try again in a moment\./);
  });

  it('reads the beginning of a long answer aloud, up to the end of a sentence', async () => {
    const chat = await fixture.open();
    fixture.server.answer(chatAnswer({ response: 'This is a sentence of some length. '.repeat(100) }));
    await chat.ask('Talk');
    const said = await chat.eventually(() => chat.announcement.innerText(), (text) => text.includes('sentence'));
    expect(said.length).toBeLessThan(700);
    expect(said).toMatch(/some length\. The rest is in the messages\.$/);
  });
}

/** Runs in the page. */
function scrolled(element: unknown): number {
  return (element as { scrollLeft: number }).scrollLeft;
}
