import type { Browser, BrowserContext, Locator, Page, Route, ViewportSize } from 'playwright-core';
import { findChromium, launchChromium } from './chromium.mjs';
import { ScriptedServer, type ScriptedRun } from './scripted-server.mjs';

export const WIDE: ViewportSize = { width: 1280, height: 800 };
export const NARROW: ViewportSize = { width: 390, height: 844 };

/** Milliseconds after which something that should have shown itself counts as missing; a busy machine is slow, not wrong. */
const PATIENCE_MS = 15_000;

/**
 * One browser and one scripted server for all suites. Every page is watched: what breaks the strict content policy,
 * leaves the machine or throws fails the test that opened it.
 */
export class PageFixture {
  server!: ScriptedServer;
  private browser!: Browser;
  private contexts: BrowserContext[] = [];
  private faults: string[] = [];

  static readonly isPossible = findChromium() !== undefined;

  async start(): Promise<void> {
    this.server = await ScriptedServer.start();
    this.browser = await launchChromium();
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
  }

  /** Opens the page in a profile of its own. `url` is another server than the scripted one. */
  async open(viewport: ViewportSize = WIDE, url: string = this.server.url, timezoneId?: string): Promise<ChatPage> {
    const context = await this.browser.newContext({ viewport, permissions: ['clipboard-read', 'clipboard-write'], ...(timezoneId !== undefined && { timezoneId }) });
    this.contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => this.faults.push(`thrown: ${error.message}`));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) this.faults.push(message.text());
    });
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(url).origin) this.faults.push(`asked for ${request.url()}`);
    });
    await page.goto(url);
    return new ChatPage(page);
  }

  /** The scripted run that this page has just begun, as soon as the page watches it. */
  async runOf(chat: ChatPage): Promise<ScriptedRun> {
    await chat.eventually(async () => this.server.activeRuns.at(-1)?.watcherCount ?? 0, (count) => count > 0);
    const run = this.server.activeRuns.at(-1);
    if (run === undefined) throw new Error('No run has begun.');
    return run;
  }

  /** Ends the pages of a test; returns what was wrong with them. */
  async endTest(): Promise<string[]> {
    const faults = this.faults;
    this.faults = [];
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
    this.server.reset();
    return faults;
  }
}

/** The page as a person uses it. */
export class ChatPage {
  constructor(readonly page: Page) {}

  get input(): Locator {
    return this.page.getByRole('textbox', { name: 'Message to Jarvis' });
  }

  get turns(): Locator {
    return this.page.getByRole('article');
  }

  get lastAnswer(): Locator {
    return this.turns.last().locator('.answer');
  }

  get announcement(): Locator {
    return this.page.locator('[role="status"][aria-live="polite"]');
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  get workingLine(): Locator {
    return this.turns.last().getByText(/^(Working|Stopping) /);
  }

  /** Keeps requests of this page from going out until they are released. */
  async holdRequests(pattern: string): Promise<{ release: () => Promise<void> }> {
    const waiting: Route[] = [];
    await this.page.route(pattern, (route) => void waiting.push(route));
    const release = async () => {
      await this.page.unroute(pattern);
      // A request of a page that has gone meanwhile cannot go on.
      await Promise.all(waiting.map((route) => route.continue().catch(() => undefined)));
    };
    return { release };
  }

  /** Opens the drawer with the sessions; returns it. */
  async openSessions(): Promise<Locator> {
    await this.button('Sessions').click();
    const drawer = this.page.getByRole('dialog', { name: 'Sessions' });
    await drawer.waitFor();
    return drawer;
  }

  /** Opens a view of the drawer; returns the drawer. */
  async openView(name: string): Promise<Locator> {
    const drawer = this.page.getByRole('dialog');
    if ((await drawer.count()) === 0) await this.openSessions();
    await drawer.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click();
    return drawer;
  }

  /** Types a message and sends it with Enter. */
  async send(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Sends a message and waits until the turn is over. */
  async ask(text: string): Promise<void> {
    await this.send(text);
    await this.settled();
  }

  /** Waits until nothing runs. */
  async settled(patienceMs = PATIENCE_MS): Promise<void> {
    await this.page.locator('#message:enabled').waitFor({ timeout: patienceMs });
  }

  /** Waits until a text stands in the page. */
  async shows(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Waits until the value of `read` satisfies `holds`, which it must do soon; returns it. */
  async eventually<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const value = await read();
      if (holds(value) || Date.now() > end) return value;
      await this.page.waitForTimeout(20);
    }
  }
}
