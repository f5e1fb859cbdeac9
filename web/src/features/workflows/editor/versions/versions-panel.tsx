import { Button, Select, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import type { WorkflowVersion } from '@imperium/contract/workflows/workflows.ts'
import { call, query } from '../../../../lib/api.ts'
import { formatMoment } from '../../../../lib/format.ts'
import { notify } from '../../../../lib/notify.ts'
import { useGate } from '../../../../lib/use-gate.ts'
import { plural, t } from '../../../../lib/words.ts'
import { LoadMore } from '../../../../ui/list/card-list.tsx'
import { useRows } from '../../../../ui/list/use-rows.ts'
import { confirm } from '../../../../ui/dialog/confirm.ts'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import { SidePanel } from '../../../../ui/dialog/side-panel.tsx'
import { versionsQuery } from '../../api.ts'
import { CompareView } from './compare-view.tsx'
import { useEditorContext } from '../editor-context.ts'
import styles from '../../../../ui/styles.module.css'
import classes from './versions.module.css'

const draft = 'draft'

/** The published versions; any two of them, or the draft, can be compared, and one can be published again. */
export function VersionsPanel({ onClose }: { onClose: () => void }) {
  const { workflow } = useEditorContext()
  const list = useRows(versionsQuery(workflow.id))
  const { rows } = list
  return (
    <SidePanel opened onClose={onClose} title={t('Versions')} width={620}>
      {list.table.loading && <Skeleton height={220} radius={8} />}
      {list.error && <ErrorState plain error={list.error} title={t('The versions could not be loaded')} onRetry={list.retry} />}
      {list.isEmpty && <p className={styles.textPlain}>{t('Not published yet.')}</p>}
      {rows.length > 0 && <Compare rows={rows} />}
      <ol className={styles.list}>
        {rows.map((row) => (
          <VersionRow key={row.version} row={row} onRolledBack={onClose} />
        ))}
      </ol>
      <LoadMore list={list} label={t('Show older ones')} />
    </SidePanel>
  )
}

function VersionRow({ row, onRolledBack }: { row: WorkflowVersion; onRolledBack: () => void }) {
  const { workflow, showDraft } = useEditorContext()
  const refusal = useGate('workflows:publish')
  const { version, note, publishedBy, publishedAt, steps, isCurrent } = row
  const rollBack = useMutation({
    mutationFn: () => call(workflows.rollBack, { params: { id: workflow.id, version } }),
    meta: { failure: t('The version could not be published again') },
    onSuccess: async (saved) => {
      await showDraft(saved)
      notify.success(t('Version {version} is published again', { version }))
      onRolledBack()
    },
  })
  async function ask(): Promise<void> {
    const message = t('It becomes the latest version and the draft. Unpublished changes of the draft are lost.')
    if (await confirm({ title: t('Roll back to version {version}', { version }), message, action: t('Roll back') })) rollBack.mutate()
  }
  return (
    <li className={classes.version}>
      <div className={styles.grow}>
        <div className={classes.title}>
          {t('Version {version}', { version })}
          {isCurrent && <span className={classes.current}>{t('Published')}</span>}
        </div>
        <div className={classes.facts}>
          {t('{moment} by {name}', { moment: formatMoment(publishedAt), name: publishedBy })} ·{' '}
          {plural(steps, { one: '{count} step', other: '{count} steps' })}
        </div>
        {note !== '' && <p className={classes.note}>{note}</p>}
      </div>
      {!isCurrent && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={refusal !== undefined || rollBack.isPending}
          title={refusal}
          onClick={() => void ask()}
        >
          {t('Roll back')}
        </Button>
      )}
    </li>
  )
}

function Compare({ rows }: { rows: readonly WorkflowVersion[] }) {
  const { graph } = useEditorContext()
  const [before, setBefore] = useState(String(rows[0]?.version ?? 1))
  const [after, setAfter] = useState(draft)
  const old = useVersion(before)
  const newer = useVersion(after)
  const choices = [
    { value: draft, label: t('Draft||of a workflow') },
    ...rows.map(({ version }) => ({ value: String(version), label: t('Version {version}', { version }) })),
  ]
  const from = before === draft ? graph.definition : old.data?.definition
  const to = after === draft ? graph.definition : newer.data?.definition
  const error = old.error ?? newer.error
  return (
    <section className={classes.compare} aria-label={t('Compare')}>
      <div className={classes.pair}>
        <Select label={t('Compare')} data={choices} value={before} allowDeselect={false} onChange={(next) => setBefore(next ?? draft)} />
        <Select label={t('with')} data={choices} value={after} allowDeselect={false} onChange={(next) => setAfter(next ?? draft)} />
      </div>
      {error && <ErrorState plain error={error} title={t('The version could not be loaded')} />}
      {!error && (from && to ? <CompareView before={from} after={to} /> : <Skeleton height={60} radius={8} />)}
    </section>
  )
}

function useVersion(value: string) {
  const { workflow } = useEditorContext()
  const version = value === draft ? 0 : Number(value)
  return useQuery({
    ...query(workflows.readVersion, { params: { id: workflow.id, version } }),
    enabled: version > 0,
    // A version is immutable.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
}
