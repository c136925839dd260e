import { fetchContext, type ContextReport } from '../api/context.js';
import { ProblemNote } from '../drawer/problem-note.js';
import { useLoaded } from '../drawer/use-loaded.js';
import { ClosedSection } from '../layout/section.js';
import { SizeTable } from './size-table.js';

interface ContextViewProps {
  sessionId: string | null;
}

const count = (value: number): string => value.toLocaleString('en');

/** What the model is told beside the conversation: of what parts, how much, and how much of it stays the same. */
export function ContextView({ sessionId }: ContextViewProps) {
  const report = useLoaded(sessionId ?? '', (_, signal) => fetchContext(sessionId, signal));
  if (report.problem) return <ProblemNote problem={report.problem} onRetry={report.reload} />;
  if (report.value === undefined) return null;
  const { sections, files, tools } = report.value;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-2 pb-4">
      <Summary report={report.value} />
      <SizeTable
        label="Parts of the prompt"
        heads={['Part', 'Zone', 'Characters']}
        rows={sections.map(({ name, isStable, chars }) => [name, isStable ? 'stable' : 'changes', count(chars)])}
      />
      <div>
        {files.length > 0 && (
          <ClosedSection title={`Workspace files (${files.length})`}>
            <SizeTable label="Workspace files" heads={['File', 'State', 'Characters']} rows={files.map(({ name, chars, isMissing, isCut }) => [name, isMissing ? 'missing' : isCut ? 'cut' : 'whole', count(chars)])} />
          </ClosedSection>
        )}
        {tools.length > 0 && (
          <ClosedSection title={`Tools (${tools.length})`}>
            <SizeTable label="Tools" heads={['Tool', 'Characters']} rows={tools.map(({ name, chars }) => [name, count(chars)])} />
          </ClosedSection>
        )}
      </div>
    </div>
  );
}

function Summary({ report: { isOfLastTurn, model, chars, tokens, stableShare, counted } }: { report: ContextReport }) {
  return (
    <div className="flex flex-col gap-1">
      <p>
        {isOfLastTurn ? 'What the model was told beside the conversation in its last turn' : 'What the model would be told now beside the conversation'}: {count(chars)} characters, about {count(tokens)} tokens.
      </p>
      <p>{Math.floor(stableShare * 100)} % of it stays the same from request to request, so that a provider can keep it ready.</p>
      <p className="text-code wrap-anywhere text-muted">
        Model: {model}. Tokens are estimates: characters divided by four.
        {counted && ` The provider counted in this session: ${count(counted.read)} read, ${count(counted.cached)} of them kept ready, ${count(counted.written)} written.`}
      </p>
    </div>
  );
}
