import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AuditEntry } from '@imperium/contract/activity.ts'
import { formatMoment } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../../ui/styles.module.css'
import classes from './activity.module.css'
import { actorName, deviceText, kindLabels, describeActivity, statusTones, statusText } from './activity-labels.ts'
import { compareStates } from './compare-states.ts'
import type { Difference } from './compare-states.ts'

const actorLabels: Record<AuditEntry['actorKind'], string> = {
  user: t('Person'),
  api_key: t('API key'),
  agent: t('Agent'),
  system: t('Imperium'),
  operator: t('Operator'),
  anonymous: t('Not signed in'),
}

interface AuditPanelProps {
  entry: AuditEntry
  onClose: () => void
  onActor: (id: string) => void
  filteredByActor: boolean
}

/** All recorded details of one audit entry. */
export function AuditPanel({ entry, onClose, onActor, filteredByActor }: AuditPanelProps) {
  const { target, userId, actorKind } = entry
  const device = deviceText(entry)
  const facts: [string, ReactNode][] = [
    [t('Status'), <StatusDot key="status" tone={statusTones[entry.status]} label={statusText[entry.status]} />],
    [t('Time'), formatMoment(entry.timestamp)],
    [t('User'), `${actorName(entry)} (${actorLabels[actorKind]})`],
    [
      t('Action'),
      <span key="action" className="mono">
        {entry.action}
      </span>,
    ],
    [t('Type'), kindLabels[entry.type]],
    ...(target ? [[t('Target'), targetText(target)] as [string, ReactNode]] : []),
    [
      t('IP address'),
      <span key="address" className="mono">
        {entry.ipAddress ?? '–'}
      </span>,
    ],
    ...(device ? [[t('Device'), device] as [string, ReactNode]] : []),
    ...(entry.requestId
      ? [
          [
            t('Request id'),
            <span key="request" className="mono">
              {entry.requestId}
            </span>,
          ] as [string, ReactNode],
        ]
      : []),
    [t('Number in the hash chain'), entry.id],
  ]
  const canFilter = !filteredByActor && userId !== null && (actorKind === 'user' || actorKind === 'api_key')
  return (
    <SidePanel opened onClose={onClose} title={describeActivity(entry)} subtitle={formatMoment(entry.timestamp)}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      {canFilter && (
        <div className={classes.part}>
          <Button variant="default" size="xs" onClick={() => onActor(userId)}>
            {t('Show only actions of {name}', { name: actorName(entry) })}
          </Button>
        </div>
      )}
      <Changes differences={compareStates(entry.before, entry.after)} />
    </SidePanel>
  )
}

const targetText = ({ kind, name, id }: NonNullable<AuditEntry['target']>): string => [kind, name, id].filter(Boolean).join(' · ')

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

/** The values before and after the change. */
function Changes({ differences }: { differences: readonly Difference[] }) {
  return (
    <section className={classes.part}>
      <h3>{t('Changes')}</h3>
      {differences.length === 0 ? (
        <p className={classes.policyText}>{t('The record has no values for this action.')}</p>
      ) : (
        <table className={classes.diff}>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col">{t('Before')}</th>
              <th scope="col">{t('After')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td className={styles.bad}>
                  <pre>{before ?? '–'}</pre>
                </td>
                <td className={styles.ok}>
                  <pre>{after ?? '–'}</pre>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
