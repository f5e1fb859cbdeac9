import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlacedKind, SightExplanation } from '@imperium/contract/hierarchy/hierarchy.ts'
import { formatDate } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { explanationQuery, membersQuery } from './api.ts'
import { nodeRoleLabels } from './hierarchy-labels.ts'
import styles from '../../ui/styles.module.css'

interface WhyDialogProps {
  kind: PlacedKind
  /** Of a record: the name of its entity. */
  entity: string | undefined
  id: string
  name: string
  onClose: () => void
}

/** Answers why a chosen person sees a thing, or does not. */
export function WhyDialog({ kind, entity, id, name, onClose }: WhyDialogProps) {
  const members = useQuery(membersQuery)
  const [userId, setUserId] = useState<string | null>(null)
  const why = useQuery({ ...explanationQuery({ kind, entity, id }, userId ?? ''), enabled: userId !== null })
  return (
    <SidePanel opened onClose={onClose} title={t('Why does a member see this?')} subtitle={name} width={480}>
      <div className={styles.stack}>
        <Select
          label={t('Member')}
          placeholder={t('Choose a member')}
          data={(members.data?.rows ?? []).map((member) => ({ value: member.id, label: `${member.name} (${member.email})` }))}
          value={userId}
          onChange={setUserId}
          searchable
          nothingFoundMessage={t('No member with this name')}
        />
        {why.error && <ErrorState plain error={why.error} onRetry={() => void why.refetch()} />}
        {userId !== null && why.data && <Answer why={why.data} />}
      </div>
    </SidePanel>
  )
}

function Answer({ why }: { why: SightExplanation }) {
  if (!why.mayRead) return <Notice tone="warn">{t('No: the role and the assignments of this member do not include reading it.')}</Notice>
  if (!why.isVisible)
    return (
      <Notice tone="warn">
        {t('No: it belongs to {node}, and this member has no role there or above.', { node: why.nodeName ?? '' })}
      </Notice>
    )
  return (
    <Notice tone="info" title={t('Yes')}>
      <ul className={styles.list}>
        {why.reasons.map((reason) => (
          <li key={`${reason.by} ${reason.right} ${reason.nodeName}`}>{textOf(reason)}</li>
        ))}
      </ul>
    </Notice>
  )
}

function textOf({ by, right, nodeName, endsAt }: SightExplanation['reasons'][number]): string {
  if (by === 'role') return t('Owners and admins see everything.')
  if (by === 'no_node') return t('It belongs to no node, so every member sees it.')
  const label = Object.hasOwn(nodeRoleLabels, right) ? nodeRoleLabels[right as keyof typeof nodeRoleLabels] : right
  const text = t('{right} on {node}', { right: label, node: nodeName ?? '' })
  return endsAt === null ? text : `${text}, ${t('until {date}', { date: formatDate(endsAt) })}`
}
