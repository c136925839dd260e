import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { messageOf } from '../common/domain-error.js';
import { ConfigService } from '../config/config.service.js';
import { SecretRedactor } from '../security/secret-redactor.js';
import type { Principal } from '../security/principal.js';
import type { ScriptOutcome } from '../tool-host/tool-host.js';
import { AuditLog } from './audit-log.js';
import { LiveOutput } from './live-output.js';
import { definitionsOf, offerTo, type Offer } from './offered-tools.js';
import { readableText } from './readable-text.js';
import { ScriptToolRunner, type DecidedOutcome } from './script-tool-runner.js';
import { runServiceTool } from './service-tool-run.js';
import { ToolRunner, type OfferedTools, type ToolContext, type ToolInvocation, type ToolOutcome } from './tool.js';
import { ToolCatalog, type CatalogTool } from './tool-catalog.js';
import { ToolOutputStore } from './tool-output-store.js';
import { ToolPolicies } from './tool-policies.js';
import { fittedResult } from './tool-result.js';

/** The tools: which there are for whom, and one call from policy to audit, the same way for both kinds. */
@Injectable()
export class ToolsService extends ToolRunner {
  private readonly logger = new Logger('Tools');

  constructor(
    private readonly catalog: ToolCatalog,
    private readonly policies: ToolPolicies,
    private readonly scripts: ScriptToolRunner,
    private readonly outputs: ToolOutputStore,
    private readonly audit: AuditLog,
    private readonly config: ConfigService,
    private readonly redactor: SecretRedactor,
    private readonly clock: Clock,
  ) {
    super();
  }

  override offered(principal: Principal): Promise<OfferedTools> {
    const offer = this.offerTo(principal);
    return Promise.resolve({ definitions: definitionsOf(offer), diagnostics: offer.diagnostics });
  }

  override async call(invocation: ToolInvocation, context: ToolContext): Promise<ToolOutcome> {
    const started = this.clock.now().getTime();
    const decided = await this.decide(invocation, context).catch((error: unknown): DecidedOutcome => {
      this.logger.error(`The tool ${invocation.name} failed inside the server: ${messageOf(error)}`);
      return { decision: 'allowed', outcome: { kind: 'crashed', error: 'The tool failed inside the server; server.log says why.' } };
    });
    const outcome = await this.toolOutcome(invocation.name, decided.outcome, context.sessionId);
    const durationMs = this.clock.now().getTime() - started;
    await this.audit.record({ invocation, context, decision: decided.decision, status: outcome.status, durationMs });
    return outcome;
  }

  private offerTo(principal: Principal): Offer {
    return offerTo(principal, this.catalog.read(), this.config, this.policies.withheld());
  }

  private async decide(invocation: ToolInvocation, context: ToolContext): Promise<DecidedOutcome> {
    const offer = this.offerTo(context.principal);
    const tool = offer.tools.get(invocation.name);
    if (!tool) return notOffered(invocation.name, offer);
    const live = new LiveOutput(this.redactor, context.onOutput);
    const decided = await this.run(tool, invocation, { ...context, onOutput: (text) => live.write(text) });
    live.end();
    return decided;
  }

  private async run(found: CatalogTool, { args }: ToolInvocation, context: ToolContext): Promise<DecidedOutcome> {
    // What was decided on is what runs, whatever the caller does to its object meanwhile.
    const ownArgs = JSON.parse(JSON.stringify(args)) as Record<string, unknown>;
    if (found.kind === 'script') return this.scripts.run(found.tool, ownArgs, context);
    const outcome = await runServiceTool(found.tool, ownArgs, context, this.config.settings.toolTimeoutMs);
    return { decision: 'allowed', outcome };
  }

  private async toolOutcome(name: string, outcome: ScriptOutcome, sessionId: string): Promise<ToolOutcome> {
    const value = outcome.kind === 'returned' ? outcome.value : failureValue(outcome);
    const failed = outcome.kind !== 'returned' || (typeof value === 'object' && value !== null && 'status' in value && value.status === 'error');
    const keep = async (label: string, text: string): Promise<string | undefined> => {
      try {
        return await this.outputs.keep(sessionId, `${name}-${label}`, text);
      } catch (error) {
        this.logger.error(`A long result of ${name} could not be kept: ${messageOf(error)}`);
        return undefined;
      }
    };
    return { status: failed ? 'error' : 'ok', result: await fittedResult(value, this.redactor, keep) };
  }
}

/** What the model reads of a call that did not return: the error, and all that is known of how far it came. */
function failureValue(outcome: Exclude<ScriptOutcome, { kind: 'returned' }>): Record<string, unknown> {
  const { kind, error, partialOutput, value } = outcome;
  const known = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : value === undefined ? {} : { returned: value };
  return {
    ...known,
    status: 'error',
    error,
    ...(kind === 'timed-out' ? { timedOut: true } : {}),
    ...(kind === 'aborted' ? { aborted: true } : {}),
    ...(partialOutput === undefined || value !== undefined ? {} : { partialOutput: readableText(partialOutput) }),
  };
}

function notOffered(name: string, offer: Offer): DecidedOutcome {
  const reason = offer.withheld.get(name);
  if (reason !== undefined) return { decision: 'denied-by-policy', outcome: { kind: 'threw', error: `Not run: ${reason}.` } };
  return { decision: 'unknown-tool', outcome: { kind: 'threw', error: unknownTool(name, offer) } };
}

function unknownTool(name: string, offer: Offer): string {
  const names = [...offer.tools.keys()].join(', ');
  return `Unknown tool ${JSON.stringify(name)}. ${names === '' ? 'No tools are available.' : `Available tools: ${names}.`}`;
}
