/** A tool call as the provider's tool-calling API writes it; `arguments` is JSON text. */
export interface ModelToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

export interface SystemMessage {
  role: 'system';
  content: string;
}

export interface UserMessage {
  role: 'user';
  content: string;
}

export interface AssistantMessage {
  role: 'assistant';
  content: string | null;
  tool_calls?: ModelToolCall[];
}

export interface ToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/** One message of a conversation, in OpenAI's chat format: the form on disk and on the wire (docs/agent.md). */
export type ModelMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** What a model is told of a tool: OpenAI's function tool. `parameters` is a JSON Schema object. */
export interface ModelToolDefinition {
  type: 'function';
  function: { name: string; description: string; parameters: Readonly<Record<string, unknown>> };
}
