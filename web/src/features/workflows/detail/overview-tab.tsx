import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { formatDecimal, formatMoment, formatNumber } from '../../../lib/format.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { StatStrip } from '../../../ui/list/stat-strip.tsx'
import { BelongsTo } from '../../hierarchy/index.ts'
import { stepTypesQuery } from '../editor/step-types.ts'
import { StepTile } from '../editor/step-tile.tsx'
import { WorkflowGraph } from '../lazy-graphs.ts'
import { WebhookCard } from './webhook-card.tsx'
import { triggerLabels } from '../workflow-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from './workflow.module.css'

const shownProblems = 5

/** A workflow's purpose, trigger and statistics. */
export function OverviewTab({ workflow }: { workflow: WorkflowDetail }) {
  const { successRate } = workflow
  return (
    <div className={styles.stackShrink}>
      <StatStrip
        label={t('The workflow in figures')}
        stats={[
          { label: t('Runs'), value: formatNumber(workflow.executions) },
          {
            label: t('Success Rate'),
            ...(successRate === null ? { value: '–' } : { value: formatDecimal(successRate, 1), unit: '%' }),
            hint: successRate === null ? t('No runs yet') : t('of the runs that ended'),
          },
          { label: t('Last run'), value: <RelativeTime at={workflow.lastRun} /> },
          { label: t('Actions'), value: formatNumber(workflow.actions), hint: t('Steps besides the trigger') },
        ]}
      />
      <Problems workflow={workflow} />
      <div className={classes.columns}>
        <div className={styles.stackShrink}>
          <GraphCard workflow={workflow} />
          <Steps workflow={workflow} />
        </div>
        <div className={styles.stackShrink}>
          {workflow.webhookUrl ? <WebhookCard workflow={workflow} url={workflow.webhookUrl} /> : <TriggerCard workflow={workflow} />}
          <Facts workflow={workflow} />
        </div>
      </div>
    </div>
  )
}

function Problems({ workflow: { problems, id, draft } }: { workflow: WorkflowDetail }) {
  const nameOf = (stepId: string) => draft.steps.find((step) => step.id === stepId)?.name ?? stepId
  if (problems.length === 0) return null
  const texts = plural(problems.length, {
    one: '{count} problem blocks publishing',
    other: '{count} problems block publishing',
  })
  return (
    <Notice
      tone="warn"
      title={texts}
      action={
        <OrgLink path={`workflows/${id}/edit`} className={classes.link}>
          {t('Open the canvas')}
        </OrgLink>
      }
    >
      <ul className={styles.list}>
        {problems.slice(0, shownProblems).map((problem) => (
          <li key={`${problem.stepId ?? ''} ${problem.path}`}>
            {problem.stepId ? `${nameOf(problem.stepId)}: ${translateMessage(problem)}` : translateMessage(problem)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function GraphCard({ workflow: { draft } }: { workflow: WorkflowDetail }) {
  if (draft.steps.length === 0) return null
  return (
    <Card title={t('Graph')}>
      <div className={classes.graph}>
        <Suspense fallback={<Skeleton height="100%" radius={8} />}>
          <WorkflowGraph definition={draft} />
        </Suspense>
      </div>
    </Card>
  )
}

/** The steps of the draft in the order in which they were placed. */
function Steps({ workflow }: { workflow: WorkflowDetail }) {
  const types = useQuery(stepTypesQuery)
  const byType = new Map(types.data?.map((type) => [type.type, type]))
  const { steps } = workflow.draft
  return (
    <Card title={t('Steps')} aside={formatNumber(steps.length)}>
      {steps.length === 0 && <p className={styles.text}>{t('The canvas is empty.')}</p>}
      <ol className={styles.list}>
        {steps.map((step) => {
          const type = byType.get(step.type)
          return (
            <li key={step.id} className={classes.step}>
              <StepTile icon={type?.icon} small />
              <span className={styles.grow}>
                <span className={`${styles.truncateBlock} ${classes.stepName}`}>{step.name}</span>
                <span className={`${styles.truncateBlock} ${styles.label}`}>{type ? translateMessage(type.label) : step.type}</span>
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function TriggerCard({ workflow: { trigger, nextAt, status } }: { workflow: WorkflowDetail }) {
  return (
    <Card title={t('Trigger')}>
      <FactList
        labelWidth={116}
        rowSpace={5}
        facts={[
          [t('Starts by'), triggerLabels[trigger.type]],
          trigger.value !== '' && [
            trigger.type === 'schedule' ? t('Schedule') : t('Value'),
            <code key="value" className={classes.code}>
              {trigger.value}
            </code>,
          ],
          trigger.type === 'schedule' && [
            t('Next start'),
            nextAt ? formatMoment(nextAt) : status === 'active' ? '–' : t('Not while it is inactive'),
          ],
        ]}
      />
      {trigger.type === 'webhook' && <p className={styles.text}>{t('Its address is shown here once it is published.')}</p>}
    </Card>
  )
}

function Facts({ workflow }: { workflow: WorkflowDetail }) {
  const { concurrency, timeoutSeconds } = workflow.draft.settings
  return (
    <Card title={t('Details')}>
      <FactList
        labelWidth={116}
        rowSpace={5}
        facts={[
          [
            t('Created by'),
            <>
              {workflow.createdBy} · <RelativeTime at={workflow.createdAt} />
            </>,
          ],
          [t('Changed'), <RelativeTime key="changed" at={workflow.updatedAt} />],
          [
            t('At a time'),
            concurrency ? plural(concurrency.limit, { one: '{count} run', other: '{count} runs' }) : t('Any number of runs'),
          ],
          [
            t('Time limit'),
            timeoutSeconds ? plural(timeoutSeconds, { one: '{count} second', other: '{count} seconds' }) : t('None||time limit'),
          ],
        ]}
      />
      <Suspense fallback={null}>
        <BelongsTo kind="workflow" id={workflow.id} name={workflow.name} />
      </Suspense>
    </Card>
  )
}
