import { headAtCodePoint } from '../common/text.js';
import { MAX_DERIVED_QUERY_CHARACTERS, MAX_PLAIN_QUESTION_CHARACTERS } from './limits.js';

const WHEN = '(?:right now|now|currently|today|tonight|tomorrow|at the moment|this (?:morning|afternoon|evening|week|weekend)|please)';
const LEADING_WORDS = '(?:please )?(?:can you |could you )?(?:(?:what|how)(?:\'s| is| was| will| are)?|tell me|show me|give me|get|check)? ?(?:me )?';

/** "What's the weather like in Oslo today?", "weather for Oslo" */
const WEATHER_OF_PLACE = new RegExp(
  `^${LEADING_WORDS}(?:the |today's |tomorrow's |current |local )*(?:weather|temperature|forecast)(?: forecast| report| conditions)?(?: be)?(?: like)?(?: going to be)?(?: ${WHEN})* (?:in|for|at|near) (.+)$`,
  'i',
);

/** "Oslo weather today" */
const PLACE_WEATHER = new RegExp(`^(?!what|how|the |tell|show|give|get|current|today|tomorrow|local|my |is |will )([\\p{L}][\\p{L} .'-]{1,40}?) (?:weather|forecast)(?: forecast)?(?: ${WHEN})*$`, 'iu');

const PRICE = new RegExp(`^${LEADING_WORDS}(?:the )?(?:(?:current|latest|spot|live|market|today's) )*price (?:of|for) (.+)$|^how much (?:does|do) (.+) cost$`, 'i');

const CURRENCY = /\b(?:usd|eur|gbp|chf|jpy|inr|dollars?|euros?|pounds?|yen|francs?|rupees?)\b|[$€£¥₹]/i;

/** The place that a question about the weather names; undefined where it is no such question. */
export function weatherPlace(text: string): string | undefined {
  const question = plain(text);
  const found = (WEATHER_OF_PLACE.exec(question) ?? PLACE_WEATHER.exec(question))?.[1];
  const place = found === undefined ? '' : withoutWhen(found);
  return place === '' || place.length > 60 ? undefined : place;
}

/** What a search engine is asked for a message: the place or the thing of questions about weather and prices, else its words. */
export function searchQuery(message: string): string {
  const place = weatherPlace(message);
  if (place !== undefined) return cut(`${place} weather`);
  const price = PRICE.exec(plain(message));
  const subject = withoutWhen(price?.[1] ?? price?.[2] ?? '');
  if (subject !== '') return cut(`${subject} price today${CURRENCY.test(subject) ? '' : ' USD'}`);
  return cut(message.replace(/\s+/g, ' ').trim());
}

/** On one line, without what stands at the end of a question, with plain apostrophes; empty for what is too long to be such a question. */
function plain(text: string): string {
  if (text.length > MAX_PLAIN_QUESTION_CHARACTERS) return '';
  return text.replace(/[\u2018\u2019]/g, "'").replace(/\s+/g, ' ').trim().replace(/[?!.\s]+$/, '');
}

function withoutWhen(text: string): string {
  return text.replace(new RegExp(`(?:[,\\s]+(?:like |for )?${WHEN})+$`, 'i'), '').replace(/^[\s,]+|[\s,?!.]+$/g, '');
}

/** At a word where there is one. */
function cut(text: string): string {
  if (text.length <= MAX_DERIVED_QUERY_CHARACTERS) return text;
  const head = headAtCodePoint(text, MAX_DERIVED_QUERY_CHARACTERS);
  const end = head.lastIndexOf(' ');
  return end > MAX_DERIVED_QUERY_CHARACTERS / 2 ? head.slice(0, end) : head;
}
