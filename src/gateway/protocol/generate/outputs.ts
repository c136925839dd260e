import { events } from '../events.js';
import { methods } from '../methods.js';
import { ProtocolSchemas } from '../schema-registry.js';
import { jsonSchemaDocument } from './json-schema.js';
import { swiftModels } from './swift-models.js';
import { typescriptModels } from './typescript-models.js';

/** The generated files by kind: their names in ../generated/ and what makes their content. Pure and the same at every call. */
export const OUTPUTS = {
  schema: { file: 'protocol.schema.json', content: () => jsonSchemaDocument(ProtocolSchemas) },
  swift: { file: 'GatewayModels.swift', content: () => swiftModels(ProtocolSchemas, methods, events) },
  typescript: { file: 'gateway-models.ts', content: () => typescriptModels(ProtocolSchemas, methods, events) },
} as const;

export type OutputKind = keyof typeof OUTPUTS;
