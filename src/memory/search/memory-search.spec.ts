import { MemoryBench } from '../testing/memory-bench.js';

/** Real SQLite, real indexes. */
describe('searching memory', () => {
  let bench: MemoryBench;
  const FACTS = [
    'I write most of my code in C++ and a little C',
    'Ticket POL-358 is about the login page',
    'Ask @xenia about the budget',
    'Our café in Zürich opens at 8',
    'Mood of the year: 🎉 and 👍🏽',
    'The naïve approach was programming it by hand',
    '我喜欢喝咖啡',
    'コーヒーは毎朝飲みます',
    '커피를 좋아해요',
    'ผมชอบกาแฟเย็น',
    'Мама любит ёлку',
    'Hashtag #budget2026 on the board',
    'The ratio is 50% AND nothing else',
    'She said "quote me" NOT twice',
    'JavaScript runs in the browser',
    'Straße der Republik 5',
    'The wifi password is x_1-y*z^2',
  ];

  describe('whatever is in a fact', () => {
    beforeAll(() => {
      bench = new MemoryBench();
      bench.know(...FACTS);
    });
    afterAll(() => bench.close());

    test.each([
      ['C++', 'I write most of my code in C++ and a little C'],
      ['POL-358', 'Ticket POL-358 is about the login page'],
      ['pol 358', 'Ticket POL-358 is about the login page'],
      ['358', 'Ticket POL-358 is about the login page'],
      ['@x', 'Ask @xenia about the budget'],
      ['@xenia', 'Ask @xenia about the budget'],
      ['xenia', 'Ask @xenia about the budget'],
      ['cafe', 'Our café in Zürich opens at 8'],
      ['CAFÉ', 'Our café in Zürich opens at 8'],
      ['zurich', 'Our café in Zürich opens at 8'],
      ['🎉', 'Mood of the year: 🎉 and 👍🏽'],
      ['👍', 'Mood of the year: 🎉 and 👍🏽'],
      ['👍🏿', 'Mood of the year: 🎉 and 👍🏽'],
      ['naive', 'The naïve approach was programming it by hand'],
      ['programs', 'The naïve approach was programming it by hand'],
      ['prog', 'The naïve approach was programming it by hand'],
      ['咖啡', '我喜欢喝咖啡'],
      ['喜', '我喜欢喝咖啡'],
      ['你喜欢什么？', '我喜欢喝咖啡'],
      ['コーヒー', 'コーヒーは毎朝飲みます'],
      ['毎朝のコーヒー', 'コーヒーは毎朝飲みます'],
      ['커피', '커피를 좋아해요'],
      ['กาแฟ', 'ผมชอบกาแฟเย็น'],
      ['елку', 'Мама любит ёлку'],
      ['ёлку', 'Мама любит ёлку'],
      ['МАМА', 'Мама любит ёлку'],
      ['#budget2026', 'Hashtag #budget2026 on the board'],
      ['50%', 'The ratio is 50% AND nothing else'],
      ['"quote me"', 'She said "quote me" NOT twice'],
      ['script', 'JavaScript runs in the browser'],
      ['ＪａｖａＳｃｒｉｐｔ', 'JavaScript runs in the browser'],
      ['strasse OR republik', 'Straße der Republik 5'],
      ['x_1-y*z^2', 'The wifi password is x_1-y*z^2'],
      ["what's the wifi password?", 'The wifi password is x_1-y*z^2'],
    ])('%s is found', async (query, fact) => {
      expect((await bench.found(query))[0]).toBe(fact);
    });

    test.each([
      '', ' ', '"', '""', "'", '*', 'a*', '^', '-', '--', '(', ')', '(()', 'AND', 'OR NOT', 'NEAR', 'NEAR(a b, 5)', 'fact:tea', '{a b}:c', 'a:b', '+', '\u0000', 'a\u0000b',
      '\ud800', '\udfff tea', '\\', '%', '_', ';', '--;DROP TABLE memories', "' OR 1=1", '🏽', '️', '‍', '́', 'tea "', 'tea"tea', '`tea`', '\n\t', '🎉'.repeat(500),
      'x'.repeat(20_000), 'tea '.repeat(5_000), '咖'.repeat(5_000), '('.repeat(5_000), Array.from({ length: 300 }, (_, index) => `w${index}`).join(' '),
    ])('no text is an error: %j', async (query) => {
      expect(Array.isArray(await bench.memory.search(query, 10))).toBe(true);
      expect(Array.isArray(await bench.memory.relevant(query))).toBe(true);
      expect(Array.isArray(await bench.memory.about(query, 10))).toBe(true);
      expect(await bench.found('cafe')).toHaveLength(1);
    });
  });

  describe('of some facts', () => {
    beforeEach(() => (bench = new MemoryBench()));
    afterEach(() => bench.close());

    test('C++ is not C, and @x is not x', async () => {
      bench.know('He likes C', 'Write x here', 'Cats');
      expect(await bench.found('C++')).toEqual([]);
      expect(await bench.found('@x')).toEqual([]);
      expect(await bench.found('C')).toEqual(['He likes C']);
    });

    test('ranks by words that say more, whole words before parts, and honours the limit', async () => {
      bench.know('Green tea and black tea in the kitchen', 'The kitchen is green', 'Steamed vegetables', 'Nothing of the kind');
      const found = await bench.memory.search('tea kitchen', 10);
      expect(found.map(({ fact }) => fact)).toEqual(['Green tea and black tea in the kitchen', 'The kitchen is green']);
      const ranks = found.map(({ rank }) => rank);
      expect(ranks[0]).toBeLessThan(ranks[1] as number);
      expect(await bench.found('tea')).toEqual(['Green tea and black tea in the kitchen', 'Steamed vegetables']);
      expect(await bench.found('tea', 1)).toEqual(['Green tea and black tea in the kitchen']);
    });

    test('words that say nothing do not find everything, but are found where nothing else is asked for', async () => {
      bench.know('This is my cat', 'My dog is old');
      expect(await bench.found('what is my cat called')).toEqual(['This is my cat']);
      expect((await bench.found('my')).length).toBe(2);
    });

    test('source and topic are not searched', async () => {
      bench.memory.add({ fact: 'I like tea', topic: 'preference' }, { source: 'explicit' });
      expect(await bench.found('explicit')).toEqual([]);
      expect(await bench.found('preference')).toEqual([]);
    });

    describe('what bears on a message', () => {
      const relevant = async (message: string): Promise<string[]> => (await bench.memory.relevant(message)).map(({ fact }) => fact);

      test('is what shares a telling word with it, however it is inflected', async () => {
        bench.know('I prefer green tea', 'My dog is called Rex', 'The server is 10.0.0.5');
        expect(await relevant('Which teas should I buy?')).toEqual(['I prefer green tea']);
        expect(await relevant('Is my dog hungry?')).toEqual(['My dog is called Rex']);
        expect(await relevant('What is the weather like?')).toEqual([]);
        expect(await relevant('I have a question about my cat')).toEqual([]);
        expect(await relevant('hi')).toEqual([]);
      });

      test('is at most five facts, the best ones', async () => {
        bench.know(...Array.from({ length: 12 }, (_, index) => `The garden has plot number ${index}`), 'The garden shed needs a new roof');
        const found = await relevant('What about the roof of the garden shed?');
        expect(found[0]).toBe('The garden shed needs a new roof');
        expect(found.length).toBeLessThanOrEqual(5);
      });

      test('is nothing that only shares a word with most facts', async () => {
        bench.know(...Array.from({ length: 20 }, (_, index) => `Project Apollo, note ${index}`), 'Project Zeus is secret');
        expect(await relevant('How is the project?')).toEqual([]);
        expect(await relevant('How is project zeus?')).toEqual(['Project Zeus is secret']);
      });
    });

    test('what is to be forgotten holds every telling word, or says just that', async () => {
      const [, second] = bench.know('My old address is Elm Street', 'My new address is Oak Street', 'I like tea', 'I like tea with milk');
      const about = async (term: string): Promise<string[]> => (await bench.memory.about(term, 10)).map(({ fact }) => fact);
      expect(await about('my old address')).toEqual(['My old address is Elm Street']);
      expect(await about('address')).toHaveLength(2);
      expect(await about('address of the moon')).toEqual([]);
      expect(await about('i like tea.')).toEqual(['I like tea']);
      expect(await about('my')).toEqual([]);
      bench.memory.correct(second as number, 'My new address is Elm Street 9', { source: 'test' });
      expect(await about('elm')).toHaveLength(2);
    });
  });
});
