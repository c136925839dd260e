import { JarvisPaths } from './jarvis-paths.js';

describe('JarvisPaths', () => {
  test('everything lies below the home', () => {
    expect(new JarvisPaths('/home/me').settingsFile).toBe('/home/me/.jarvis/data/config/settings.json');
  });

  test.each(['', 'relative', './x'])('refuses %j for a home: everything would lie wherever the server was started', (home) => {
    expect(() => new JarvisPaths(home)).toThrow('it must be an absolute path');
  });
});
