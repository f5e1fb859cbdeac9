import { Button, Skeleton } from '@mantine/core'
import { IconTestPipe } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import type { Worded } from '@imperium/contract/kit/message.ts'
import type { LaunchFinding } from '@imperium/contract/campaigns/launch-checklist.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { channelLabels, scheduleText } from '../campaign-labels.ts'
import type { EditorStep } from '../campaigns-search.ts'
import { DryRunReport } from './dry-run-report.tsx'
import { EditorFoot } from '../editor/editor-foot.tsx'
import { ChecklistCard } from '../launch/checklist-card.tsx'
import type { Checklist } from '../launch/use-checklist.ts'
import { LaunchButton, RefusalNotice } from './launch-button.tsx'
import type { LaunchRefusal } from './launch-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TestSend } from '../message/test-send.tsx'
import { useDryRun } from './use-dry-run.ts'
import type { Editor } from '../editor/use-editor.ts'
import styles from '../../../ui/styles.module.css'
import classes from './review.module.css'

const AskContact = lazy(async () => ({ default: (await import('../ask-contact.tsx')).AskContact }))
const RecipientStory = lazy(async () => ({ default: (await import('../detail/recipient-story.tsx')).RecipientStory }))
const AgentSamples = lazy(async () => ({ default: (await import('./agent-samples.tsx')).AgentSamples }))

interface ReviewStepProps {
  editor: Editor
  checklist: Checklist
  onFix: (finding: LaunchFinding) => void
  onGo: (step: EditorStep) => void
}

/** Launch checklist, summary, dry run and launch. */
export function ReviewStep({ editor, checklist, onGo, onFix }: ReviewStepProps) {
  const { campaign, form } = editor
  const dryRun = useDryRun(campaign.id)
  const [refused, setRefused] = useState<LaunchRefusal | null>(null)
  const [request, markRequested] = useState<string | null>(null)
  const refusal = useGate('campaigns:write')
  const current = dryRun.data?.version === campaign.version && !editor.dirty ? dryRun.data : null
  const { channel, definition } = form.values
  async function run(): Promise<void> {
    setRefused(null)
    if (await editor.save()) dryRun.start()
  }
  const plan = current?.result?.problems.find(({ path }) => path === 'plan')
  return (
    <>
      {campaign.status === 'draft' && (
        <ChecklistCard checklist={checklist} isDirty={editor.dirty} onSave={() => void editor.save()} onFix={onFix} />
      )}
      <Card title={t('Summary')}>
        <dl className={classes.facts}>
          <Fact label={t('Channel')} value={channelLabels[channel]} />
          <Fact
            label={t('Audience')}
            value={
              editor.dirty
                ? t('Save to see it')
                : translateMessage({ message: campaign.audienceSummary, ...campaign.audienceSummaryKey }) || t('No audience yet')
            }
          />
          {channel === 'email' && <Fact label={t('Subject')} value={definition.content.subject || '–'} />}
          <Fact label={t('Schedule')} value={scheduleText(definition.schedule)} />
        </dl>
      </Card>
      <Card
        title={t('Dry run')}
        aside={
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconTestPipe size={15} stroke={1.7} aria-hidden />}
            disabled={dryRun.isRunning || editor.saving || refusal !== undefined}
            title={refusal}
            onClick={() => void run()}
          >
            {dryRun.isRunning ? t('Checking...') : current ? t('Run again') : t('Run')}
          </Button>
        }
      >
        <DryRunReport
          run={dryRun.isRunning ? dryRun.data : current}
          isRunning={dryRun.isRunning}
          error={dryRun.error}
          campaign={campaign}
          onContact={markRequested}
        />
        <div className={classes.ask}>
          <Suspense fallback={null}>
            <AskContact onAsk={markRequested} />
          </Suspense>
          {editor.dirty && <p className={styles.hint}>{t('The result refers to the last saved campaign.')}</p>}
        </div>
      </Card>
      {request !== null && (
        <Suspense fallback={null}>
          <RecipientStory key={request} campaignId={campaign.id} contactId={request} onClose={() => markRequested(null)} />
        </Suspense>
      )}
      {definition.agent && (
        <Suspense fallback={<Skeleton height={120} radius={12} />}>
          <AgentSamples campaignId={campaign.id} save={async () => (await editor.save()) !== null} />
        </Suspense>
      )}
      <TestSend editor={editor} />
      {plan && <PlanNotice problem={plan} />}
      {refused && <RefusalNotice refusal={refused} />}
      <EditorFoot editor={editor} step="review" onGo={onGo}>
        {campaign.status === 'draft' && (
          <LaunchButton
            editor={editor}
            checklist={checklist}
            dryRun={current?.result ?? null}
            busy={dryRun.isRunning}
            onRefused={setRefused}
          />
        )}
      </EditorFoot>
    </>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** More messages than the plan has left: the launch goes ahead, and pauses when they are used up. */
function PlanNotice({ problem }: { problem: Worded }) {
  return (
    <Notice tone="warn" title={t('More messages than your plan has left')}>
      <p>{translateMessage(problem)}</p>
      <p>{t('The campaign pauses when they are used up. You can resume it from there.')}</p>
    </Notice>
  )
}
