import type { EventDefinition, EventTable, MethodDefinition, MethodTable } from '../method.js';

/** The methods as the table in docs/gateway.md. */
export function methodsTable(methods: MethodTable): string {
  const rows = Object.entries(methods).map(([name, definition]) => `| \`${name}\` | ${whoMayCall(definition)} | ${definition.description} |`);
  return ['| method | who | what it does |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The events as the table in docs/gateway.md. */
export function eventsTable(events: EventTable): string {
  const rows = Object.entries(events).map(([name, definition]) => `| \`${name}\` | ${whoIsSent(definition)} | ${definition.description} |`);
  return ['| event | who is sent it | when |', '| --- | --- | --- |', ...rows].join('\n');
}

function whoMayCall({ scope, roles }: MethodDefinition): string {
  const operators = roles.includes('operator') ? [scope === 'none' ? 'operators' : shortScope(scope)] : [];
  return [...operators, ...(roles.includes('node') ? ['nodes'] : [])].join(', ');
}

function whoIsSent({ audience }: EventDefinition): string {
  if (audience === 'targeted') return 'one connection';
  return audience === 'everyone' ? 'everyone' : shortScope(audience);
}

function shortScope(scope: string): string {
  return scope.replace(/^operator\./, '');
}
