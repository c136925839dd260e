import { topicOf } from './topic.js';

describe('topicOf', () => {
  test.each([
    ['I prefer tea', 'preference'],
    ['My favourite colour is green', 'preference'],
    ["I don't like loud music", 'preference'],
    ['I like building servers', 'preference'],
    ['Ann always pays by card', 'preference'],
    ['I am building a shed', 'project'],
    ['Bob is working on the roof', 'project'],
    ['the server ip is 10.0.0.5', 'infrastructure'],
    ['Postgres listens on port 5432', 'infrastructure'],
    ['Nextcloud is running in Docker', 'infrastructure'],
    ['The NAS is in the cellar', 'infrastructure'],
    ['I am Bob', 'personal'],
    ['I’m Bob', 'personal'],
    ['my wife is Ann', 'personal'],
    ['deadlines are Friday', 'general'],
    ['I PREFER TEA', 'preference'],
    ['', 'general'],
  ])('%j is %s', (fact, topic) => expect(topicOf(fact)).toBe(topic));

  test.each([
    ['description of tulips'],
    ['the skip list'],
    ['shipping to Port Arthur'],
    ['Tom is running late'],
    ['the import failed'],
    ['it looks like rain'],
    ['the gloves are lost'],
    ['the projector is broken'],
    ['the building is old'],
    ['a passport expires in May'],
  ])('words within words and other meanings do not count: %j', (fact) => expect(topicOf(fact)).toBe('general'));
});
