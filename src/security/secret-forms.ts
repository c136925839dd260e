/** Every spelling under which a secret turns up in answers, logs and tool output. */
export function encodedForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const jsonInJson = JSON.stringify(json).slice(1, -1);
  const url = encodeURIComponentSafely(secret);
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    json,
    jsonInJson,
    json.replaceAll('/', '\\/'),
    url,
    url.replaceAll('%20', '+'),
    url.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64Forms(bytes),
  ];
}

/**
 * The characters of base64 that depend on these bytes alone, for each of the three positions at which they can begin, so
 * that a secret is found within the encoding of a longer text (a whole `.env`) too.
 */
function base64Forms(bytes: Buffer): string[] {
  const forms: string[] = [];
  for (const offset of [0, 1, 2]) {
    const firstWhole = Math.ceil((offset * 8) / 6);
    const endWhole = Math.floor(((offset + bytes.length) * 8) / 6);
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64').slice(firstWhole, endWhole);
    forms.push(encoded, encoded.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}

function encodeURIComponentSafely(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}
