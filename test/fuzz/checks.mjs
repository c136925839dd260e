/** Where a person may be shown a page: the page itself and the description of the API, by these paths alone. */
const PAGE_PATHS = /^\/+(index\.html)?([?#].*)?$/;

/** What a stack trace, a path of this machine or a source file looks like. */
const INTERNALS = /\n\s+at .+:\d+:\d+|node_modules|file:\/\/\/|\bnode:internal|\bat [\w.<>]+ \(/;

/**
 * What is wrong with an answer; empty where nothing is.
 *
 * @param answer `{status, headers, body}`
 * @param context `{target, method, pages, secrets, usualStatus}`: pages are the HTML pages that exist, by name; secrets may stand in no answer;
 * usualStatus is what the route answers to a proper request
 */
export function problemsOf(answer, { target, method, pages, secrets, usualStatus }) {
  const problems = [];
  const { status, headers, body } = answer;
  const type = headers['content-type'] ?? '';
  if (Number.isNaN(status)) return [`no HTTP answer: ${body.slice(0, 100)}`];
  if (status >= 500 && status !== usualStatus) problems.push(`status ${status}`);
  if (secrets.some((secret) => body.includes(secret))) problems.push('a secret is in the answer');
  if (Object.keys(headers).some((name) => name.startsWith('access-control') || name === 'x-injected' || name === 'set-cookie')) {
    problems.push('a header that must not be there');
  }
  if (type.includes('html') || /^\s*<(!doctype|html)/i.test(body)) problems.push(...htmlProblems(body, { target, pages }));
  if (status >= 400 && body !== '') problems.push(...errorProblems(answer, method));
  return problems;
}

function htmlProblems(body, { target, pages }) {
  if (body === pages.docs) return [];
  if (body === pages.page) return PAGE_PATHS.test(target) ? [] : ['the page under another path'];
  return body === '' ? [] : ['HTML that is no page of ours'];
}

function errorProblems({ body, headers }) {
  const problems = [];
  if (INTERNALS.test(body)) problems.push('a stack or a path in an error');
  if (!/^application\/json/.test(headers['content-type'] ?? '')) problems.push(`an error as ${headers['content-type'] || 'nothing'}`);
  try {
    const { error } = JSON.parse(body);
    const message = typeof error === 'string' ? error : error?.message;
    if (typeof message !== 'string' || message === '') problems.push('an error that says nothing');
  } catch {
    problems.push('an error that is no JSON');
  }
  return problems;
}
