import { isRefusal } from './refusal.js';

describe('isRefusal', () => {
  test.each([
    "I can't provide live prices.",
    'I’m not able to access real-time information.',
    "I'm not able to access",
    "I don't have access to current news, so I cannot say.",
    'I cannot browse the internet.',
    'Unfortunately, I am unable to check the latest weather for you.',
    'My knowledge ends in 2023.',
    'My training data only goes up to April 2024.',
    'As of my last update, the version was 1.7.',
    'I have a knowledge cutoff of October 2023.',
    'I don’t have the ability to look things up.',
    'You should visit a news site.',
    'For this I recommend checking a reliable weather website.',
    'As an AI language model, I have no opinion on today.',
    "I'm just an AI model and cannot know.",
    'I do not have internet access.',
    'I can’t retrieve prices in real time.',
  ])('%j is a refusal', (reply) => expect(isRefusal(reply)).toBe(true));

  test.each([
    'Rust 1.80 is out.',
    'The current price is 5.',
    'Real-time information systems are hard to build, because current data arrives late.',
    'Use `SELECT * FROM prices WHERE day = CURRENT_DATE` to get current data.',
    '```sql\n-- I cannot provide live prices without this index\nSELECT 1;\n```\nThat is the query.',
    'Live data: `I cannot access the internet` is what the log says.',
    "I can't delete that file: permission denied.",
    'I could not find the file data.csv in your home directory.',
    "I don't have permission to read /root.",
    'You can check your website with `curl -I`.',
    'Is there anything else that I can do?',
    "I'm Jarvis. What can I do for you?",
    'I am the offline model: a few rules, not a language model. `jarvis setup` connects a real one.',
    '',
  ])('%j is none', (reply) => expect(isRefusal(reply)).toBe(false));

  const long = 'An index makes this faster. '.repeat(30);

  test('in a long reply only its start counts', () => {
    expect(isRefusal(`${long} As of my last update, I cannot provide live prices.`)).toBe(false);
    expect(isRefusal(`I cannot provide live prices. ${long}`)).toBe(true);
  });

  test('is as fast for a hostile reply as for any other', () => {
    const started = performance.now();
    isRefusal("i can't ".repeat(50_000));
    isRefusal('`'.repeat(100_000));
    isRefusal(`i ${' '.repeat(100_000)}`);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
