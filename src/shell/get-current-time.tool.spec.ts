import { ScriptToolBench } from '../tools/testing/script-tool-bench.js';
import { getCurrentTimeTool } from './get-current-time.tool.js';

describe('get_current_time', () => {
  const bench = new ScriptToolBench();
  afterAll(() => bench.close());

  test('tells the time of the zone that is asked for', async () => {
    const result = await bench.run(getCurrentTimeTool, { timezone: 'Asia/Kathmandu' });
    expect(result).toMatchObject({ status: 'ok', timezone: 'Asia/Kathmandu', utcOffset: '+05:45' });
    const asUtc = new Date(`${String(result.local).replace(' ', 'T')}+05:45`);
    expect(Math.abs(asUtc.getTime() - Date.parse(String(result.iso)))).toBeLessThan(1000);
    expect(result.weekday).toBe(new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'Asia/Kathmandu' }).format(new Date(String(result.iso))));
  });

  test.each([
    ['UTC', { timezone: 'UTC' }, {}, { timezone: 'UTC', utcOffset: '+00:00' }],
    ['the machine\'s zone where none is named', {}, { TZ: 'America/New_York' }, { timezone: 'America/New_York' }],
    ['an empty name like none', { timezone: '' }, { TZ: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo', utcOffset: '+09:00' }],
  ])('knows %s', async (_name, args, environment, expected) => {
    expect(await bench.run(getCurrentTimeTool, args, environment)).toMatchObject({ status: 'ok', ...expected });
  });

  test('says that a zone does not exist', async () => {
    expect(await bench.run(getCurrentTimeTool, { timezone: 'Mars/Base' })).toMatchObject({ status: 'error', error: expect.stringContaining('Mars/Base') });
    expect(await bench.run(getCurrentTimeTool, { timezone: 5 })).toMatchObject({ status: 'error' });
  });
});
