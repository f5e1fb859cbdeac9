import { useState } from 'react'
import type { BundleComparison, BundleDifference, BundledNounName } from '@imperium/contract/bundles/bundles.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import type { StatusTone } from '../../ui/status-dot.tsx'
import { LineDiff } from '../../ui/text/line-diff.tsx'
import styles from '../../ui/styles.module.css'
import classes from './bundles.module.css'

const nounLabels: Record<BundledNounName, string> = {
  agents: t('Agents'),
  workflows: t('Workflows'),
  templates: t('Templates'),
  segments: t('Segments'),
  'record-types': t('Record types'),
  reports: t('Reports'),
  branding: t('Brand'),
  'permission-sets': t('Permission sets'),
}
const changeLabels: Record<BundleDifference['change'], string> = {
  create: t('New'),
  update: t('Changed'),
  same: t('The same'),
  wait: t('Waits'),
}
const changeTones: Record<BundleDifference['change'], StatusTone> = { create: 'ok', update: 'info', same: 'idle', wait: 'warn' }

interface DialogProps {
  /** Null: closed. */
  comparison: BundleComparison | null
  isApplied: boolean
  busy: boolean
  onApply: () => void
  onClose: () => void
}

/** What a bundle changes here, object by object, before it is applied; and afterwards what waits. */
export function BundleDialog({ comparison, isApplied, busy, onApply, onClose }: DialogProps) {
  // What was shown stays while the dialog closes.
  const [last, setLast] = useState(comparison)
  if (comparison && comparison !== last) setLast(comparison)
  const { differences = [], refused = [] } = last ?? {}
  const changed = differences.filter(({ change }) => change !== 'same')
  const same = differences.length - changed.length
  return (
    <FormDialog
      opened={comparison !== null}
      onClose={onClose}
      title={isApplied ? t('The bundle was applied') : t('What the bundle changes')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isApplied) onClose()
        else onApply()
      }}
      submitLabel={isApplied ? t('Done') : t('Apply')}
      busyLabel={t('Applying...')}
      busy={busy}
      disabledReason={!isApplied && changed.length === 0 ? t('Nothing differs') : undefined}
      width={760}
      place="side"
    >
      <p className={styles.text18}>
        {changed.length === 0
          ? t('The organization is as the bundle says.')
          : t('What the bundle does not name stays as it is. New workflows start as drafts.')}
      </p>
      <ul className={classes.list} aria-label={t('Differences')}>
        {changed.map((difference) => (
          <li key={`${difference.noun}/${difference.name}`} className={classes.item}>
            <Difference difference={difference} />
          </li>
        ))}
      </ul>
      {same > 0 && (
        <p className={styles.text18}>{plural(same, { one: '{count} object is the same', other: '{count} objects are the same' })}</p>
      )}
      {refused.length > 0 && (
        <p className={styles.text18}>
          {t('Left out, as you may not change them: {nouns}', { nouns: refused.map((noun) => nounLabels[noun]).join(', ') })}
        </p>
      )}
    </FormDialog>
  )
}

function Difference({ difference: { noun, name, change, values, missing, reason } }: { difference: BundleDifference }) {
  return (
    <>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        <span className={styles.small}>{nounLabels[noun]}</span>
        <StatusDot tone={changeTones[change]} label={changeLabels[change]} />
      </div>
      {reason && <p className={styles.text18}>{translateMessage(reason)}</p>}
      {missing.length > 0 && <p className={styles.text18}>{t('Not here yet: {names}', { names: missing.join(', ') })}</p>}
      {change === 'update' &&
        values.map(({ path, before, after }) => <LineDiff key={path} before={before ?? ''} after={after ?? ''} label={path} />)}
    </>
  )
}
