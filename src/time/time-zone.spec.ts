import { hostTimeZone, resolveNamedTimeZone, resolveUserTimeZone, timeZoneNamed } from './time-zone.js';

describe('time zones', () => {
  test.each([
    ['America/Chicago', 'America/Chicago'],
    ['europe/vienna', 'Europe/Vienna'],
    [' Asia/Tokyo ', 'Asia/Tokyo'],
    ['utc', 'UTC'],
    ['Mars/Base', undefined],
    ['+02:00', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('the name %j is %j', (name, expected) => {
    expect(timeZoneNamed(name)).toBe(expected);
  });

  test.each([
    ['America/Chicago', 'America/Chicago'],
    ['Mars/Base', 'Asia/Kathmandu'],
    [undefined, 'Asia/Kathmandu'],
  ])('the person configured as %j lives in %s', (configured, expected) => {
    expect(resolveUserTimeZone(configured, 'Asia/Kathmandu')).toBe(expected);
  });

  test.each([
    ['local', 'Asia/Kathmandu'],
    ['Host', 'Asia/Kathmandu'],
    ['user', 'America/Chicago'],
    ['utc', undefined],
    ['GMT', undefined],
    ['Europe/Vienna', 'Europe/Vienna'],
    ['Mars/Base', undefined],
  ])('the setting %s means %j', (setting, expected) => {
    expect(resolveNamedTimeZone(setting, 'America/Chicago', 'Asia/Kathmandu')).toBe(expected);
  });

  test('the host has a zone', () => {
    expect(timeZoneNamed(hostTimeZone())).toBe(hostTimeZone());
  });
});
