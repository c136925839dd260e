import { jest } from '@jest/globals';
import { PageFixture } from './support/page-fixture.js';
import { accessibilitySuite } from './suites/accessibility.js';
import { answersSuite } from './suites/answers.js';
import { approvalsAndStopSuite } from './suites/approvals-and-stop.js';
import { commandsSuite, contextSuite } from './suites/context.js';
import { conversationSuite } from './suites/conversation.js';
import { documentsSuite } from './suites/documents.js';
import { errorsSuite } from './suites/errors.js';
import { looksSuite } from './suites/looks.js';
import { realServerSuite } from './suites/real-server.js';
import { memorySuite } from './suites/memory.js';
import { reloadAndWatchingSuite } from './suites/reload-and-watching.js';
import { schedulesSuite } from './suites/schedules.js';
import { searchedAnswersSuite } from './suites/searched-answers.js';
import { sessionChangesSuite } from './suites/session-changes.js';
import { sessionsSuite } from './suites/sessions.js';
import { settingsSuite } from './suites/settings.js';
import { signInSuite } from './suites/sign-in.js';
import { streamingSuite } from './suites/streaming.js';
import { toolBlocksSuite } from './suites/tool-blocks.js';

const SUITES = {
  conversation: conversationSuite,
  streaming: streamingSuite,
  'reload and watching': reloadAndWatchingSuite,
  sessions: sessionsSuite,
  'changes of sessions': sessionChangesSuite,
  memory: memorySuite,
  settings: settingsSuite,
  documents: documentsSuite,
  'signing in': signInSuite,
  schedules: schedulesSuite,
  context: contextSuite,
  commands: commandsSuite,
  answers: answersSuite,
  'searched answers': searchedAnswersSuite,
  'tool blocks': toolBlocksSuite,
  errors: errorsSuite,
  'approvals and stop': approvalsAndStopSuite,
  accessibility: accessibilitySuite,
  looks: looksSuite,
  'real server': realServerSuite,
};

if (!PageFixture.isPossible) {
  process.stderr.write(
    `Left out, since there is no Chromium here: the tests of the page in a browser (test/page/page.e2e.ts: ${Object.keys(SUITES).join(', ')}). Install it with apt-get install chromium, or set CHROME_PATH.\n`,
  );
}

/** Milliseconds for one test, which may wait for several things in turn. */
jest.setTimeout(60_000);

/** One file, so that all suites share one browser. */
(PageFixture.isPossible ? describe : describe.skip)(`the page in a browser${PageFixture.isPossible ? '' : ' (skipped: there is no Chromium here)'}`, () => {
  const fixture = new PageFixture();
  beforeAll(() => fixture.start());
  afterAll(() => fixture.stop());
  afterEach(async () => {
    expect(await fixture.endTest()).toEqual([]);
  });

  for (const [name, suite] of Object.entries(SUITES)) describe(name, () => suite(fixture));
});
