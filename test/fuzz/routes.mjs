import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../src/scripts/built-server.mjs';

/** Routes that the document does not list. */
const UNLISTED = ['/', '/api/docs', '/api/docs-json', '/api/docs/start.js', '/api/unknown', '/unknown', '/assets/unknown.js'];

/** Everything that can be asked for: method, path with its parameters in braces, query names, and the fields of a JSON body. */
export function readRoutes() {
  const document = JSON.parse(readFileSync(path.join(root, 'dist', 'openapi.json'), 'utf8'));
  const listed = Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      query: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
      fields: fieldsOf(document, operation),
    })),
  );
  return [...listed, ...UNLISTED.map((template) => ({ method: 'GET', template, query: [], fields: undefined }))];
}

/** The properties of a JSON body by name, each with an example; undefined where the route takes none. */
function fieldsOf(document, operation) {
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  if (schema === undefined) return undefined;
  const { properties = {} } = resolve(document, schema);
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, exampleOf(resolve(document, property))]));
}

function exampleOf(property) {
  if (property.example !== undefined) return property.example;
  if (property.enum !== undefined) return property.enum[0];
  const byType = { string: 'text', integer: 1, number: 1, boolean: true, array: [], object: {} };
  return byType[property.type] ?? 'text';
}

function resolve(document, schema) {
  if (schema.$ref === undefined) return schema;
  return schema.$ref.split('/').slice(1).reduce((value, key) => value?.[key], document) ?? {};
}
