import { InvalidInputError } from '../../common/domain-error.js';

/** Schema of the argument that names a conversation. */
export const ID_PARAMETER = {
  type: 'object' as const,
  properties: { id: { type: 'string', description: 'Id of the conversation; conversation_list gives it.' } },
  required: ['id'],
};

/** The argument "id". Throws InvalidInputError where it is none. */
export function idArgument({ id }: Readonly<Record<string, unknown>>): string {
  if (typeof id !== 'string' || id.trim() === '') throw new InvalidInputError('"id" must be the id of a conversation.', { field: 'id' });
  return id.trim();
}
