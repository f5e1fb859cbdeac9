import { Button } from '@mantine/core'
import { IconHistory, IconRestore } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import type { WorkflowDetail, WorkflowVersion } from '@imperium/contract/workflows/workflows.ts'
import { call, keyOf } from '../../../lib/api.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { plural, t } from '../../../lib/words.ts'
import { LoadMore } from '../../../ui/list/card-list.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { keepWorkflow, versionsQuery } from '../api.ts'
import styles from '../../../ui/styles.module.css'
import classes from './workflow.module.css'

/** Every version that was published; an earlier one can be published again. */
export function VersionsTab({ workflow }: { workflow: WorkflowDetail }) {
  const client = useQueryClient()
  const refusal = useGate('workflows:publish')
  const list = useRows(versionsQuery(workflow.id))
  const { rows } = list
  const rollBack = useMutation({
    mutationFn: (version: number) => call(workflows.rollBack, { params: { id: workflow.id, version } }),
    meta: { failure: t('The version could not be published'), success: t('The earlier version is published again') },
    onSuccess: (saved) => {
      keepWorkflow(client, saved)
      void client.invalidateQueries({ queryKey: keyOf(workflows.versions) })
    },
  })

  async function ask({ version }: WorkflowVersion): Promise<void> {
    const message = t('It is published as a new version and replaces the draft. Active runs keep their version.')
    if (await confirm({ title: t('Publish version {version} again', { version }), message, action: t('Publish'), danger: false }))
      rollBack.mutate(version)
  }

  if (list.error) return <ErrorState error={list.error} title={t('Versions could not be loaded')} onRetry={list.retry} />
  if (list.isEmpty)
    return <EmptyState icon={IconHistory} title={t('Not published yet')} text={t('Each publish creates an immutable version.')} />
  return (
    <div className={styles.stackShrink}>
      <ol className={`${styles.list} ${styles.surface}`} aria-label={t('Versions')} aria-busy={list.table.loading}>
        {rows.map((row) => (
          <li key={row.version} className={classes.version}>
            <span className={styles.grow}>
              <span className={classes.versionName}>
                {t('Version {version}', { version: row.version })}
                {row.isCurrent && <StatusDot tone="ok" label={t('Published||version')} />}
              </span>
              {row.note && <span className={classes.note}>{row.note}</span>}
              <span className={`${styles.label} ${classes.versionFacts}`}>
                {row.publishedBy} · <RelativeTime at={row.publishedAt} /> ·{' '}
                {plural(row.steps, { one: '{count} step', other: '{count} steps' })}
              </span>
            </span>
            {!row.isCurrent && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconRestore size={15} stroke={1.7} aria-hidden />}
                aria-label={t('Publish version {version} again', { version: row.version })}
                disabled={refusal !== undefined || rollBack.isPending}
                title={refusal}
                onClick={() => void ask(row)}
              >
                {t('Publish again')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <LoadMore list={list} />
    </div>
  )
}
