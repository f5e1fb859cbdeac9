import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EntityDifference } from '@imperium/contract/entities/entities.ts'
import { plural, t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { differenceQuery, entityQuery } from './api.ts'
import { typeLabel } from './entity-labels.ts'
import { useEntityActions } from './use-entity-actions.ts'
import styles from '../../ui/styles.module.css'

interface DifferenceDialogProps {
  id: string
  /** Why nothing can be changed now. */
  refusal: string | undefined
  onClose: () => void
}

/** What activating the changed fields does to the records, before it is done. */
export function DifferenceDialog({ id, refusal, onClose }: DifferenceDialogProps) {
  const { data, error, refetch } = useQuery(differenceQuery(id))
  const { data: entity } = useQuery(entityQuery(id))
  const actions = useEntityActions({ onDone: onClose })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Activate changes')}
      onSubmit={(event) => {
        event.preventDefault()
        if (entity && data) actions.activateShown(entity, data)
      }}
      submitLabel={data ? t('Activate version {version}', { version: data.version }) : t('Activate changes')}
      busyLabel={t('Changing the table')}
      busy={actions.isBusy || !data || !entity}
      disabledReason={refusal}
      width={620}
    >
      {error && !data && <ErrorState error={error} title={t('The changes could not be counted')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} radius={10} />}
      {data && <Difference difference={data} />}
    </FormDialog>
  )
}

function Difference({ difference }: { difference: EntityDifference }) {
  const { added, removed, renamed, converted, required, unique, choices } = difference
  const isKept = converted.some(({ fails, changes }) => fails + changes > 0)
  const isRemoved = removed.some(({ values }) => values > 0)
  return (
    <div className={styles.stackWide}>
      {isRemoved && (
        <Notice tone="warn" title={t('Some values are no longer shown')}>
          {t('They stay in their old columns for 30 days. Until then you can restore each column as a field.')}
        </Notice>
      )}
      {isKept && (
        <Notice tone="warn" title={t('Some values do not convert as they are')}>
          {t('The old column stays until you delete it, and you can restore it as a field.')}
        </Notice>
      )}
      {unique.some(({ repeated }) => repeated > 0) && (
        <Notice tone="bad">{t('Several records have the same value in a field that should be unique. Change them first.')}</Notice>
      )}
      <Part title={t('New fields')} lines={added.map(({ label, type }) => `${label} · ${typeLabel(type)}`)} />
      <Part
        title={t('Removed fields')}
        lines={removed.map(({ label, values }) => `${label} · ${plural(values, { one: '{count} value', other: '{count} values' })}`)}
      />
      <Part title={t('Renamed fields')} lines={renamed.map(({ before, name }) => `${before} → ${name}`)} />
      <Part
        title={t('Changed types')}
        lines={converted.map(({ id, label, from, to, converts, fails, samples, changes, changedSamples }) => (
          <span key={id}>
            {label}: {typeLabel(from)} → {typeLabel(to)} ·{' '}
            {plural(converts, { one: '{count} value converts', other: '{count} values convert' })} ·{' '}
            {plural(fails, { one: '{count} does not', other: '{count} do not' })}
            {samples.length > 0 && `: ${samples.map((sample) => `“${sample}”`).join(', ')}`}
            {changes > 0 && ` · ${plural(changes, { one: '{count} value changes', other: '{count} values change' })}: `}
            {changedSamples.map((sample) => `“${sample.from}” → “${sample.to}”`).join(', ')}
          </span>
        ))}
      />
      <Part
        title={t('Now required')}
        lines={required.map(
          ({ label, missing }) =>
            `${label} · ${plural(missing, { one: '{count} record has no value', other: '{count} records have no value' })}`,
        )}
      />
      <Part
        title={t('Now unique')}
        lines={unique.map(
          ({ label, repeated }) =>
            `${label} · ${plural(repeated, { one: '{count} value is used twice', other: '{count} values are used twice' })}`,
        )}
      />
      <Part
        title={t('Removed choices that records have')}
        lines={choices.map(
          ({ label, choice, values }) => `${label}: ${choice} · ${plural(values, { one: '{count} record', other: '{count} records' })}`,
        )}
      />
      {[added, removed, renamed, converted, required, unique, choices].every((part) => part.length === 0) && (
        <p className={styles.text}>{t('No record changes.')}</p>
      )}
    </div>
  )
}

function Part({ title, lines }: { title: string; lines: readonly ReactNode[] }) {
  if (lines.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={styles.partTitle}>{title}</h3>
      <ul>
        {lines.map((line, at) => (
          // Lines are texts of one answer and do not move.
          <li key={at}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
