import type { LoggedToolCall } from '../../sessions/session.js';
import { identicalCalls } from './stop-condition.js';

const call = (name: string, result = 'same'): LoggedToolCall => ({ name, args: {}, status: 'ok', result });

describe('identicalCalls', () => {
  const stop = identicalCalls(3);

  test('ends a run that repeats one call, and says which', () => {
    expect(stop([call('exec'), call('exec')])).toBeUndefined();
    expect(stop([call('exec'), call('exec'), call('exec')])).toContain('exec was repeated 3 times');
  });

  test('ends a run that goes in circles', () => {
    const circle = [call('a'), call('b')];
    expect(stop([...circle, ...circle])).toBeUndefined();
    expect(stop([...circle, ...circle, ...circle])).toContain('was repeated');
  });

  test('lets one go on in which something new comes in between', () => {
    const work = [1, 2, 3, 4, 5].flatMap((step) => [call('edit_file', `edit ${step}`), call('exec', 'tests fail')]);
    expect(stop(work)).toBeUndefined();
    expect(stop([1, 2, 3, 4].map((time) => call('get_current_time', String(time))))).toBeUndefined();
  });
});
