import { Skeleton } from '@mantine/core'
import type { MoveEffect, MovePreview } from '@imperium/contract/hierarchy/hierarchy.ts'
import { formatNumber } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import styles from '../../ui/styles.module.css'

interface MoveEffectsProps {
  preview: { data: MovePreview | undefined; error: Error | null; refetch: () => unknown }
}

/** Who would gain and who would lose sight of what. */
export function MoveEffects({ preview: { data, error, refetch } }: MoveEffectsProps) {
  if (error) return <ErrorState plain error={error} title={t('The effects could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={80} radius={8} aria-busy />
  if (data.gains.length + data.losses.length === 0)
    return <Notice tone="info">{t('No member gains or loses sight of anything. Owners and admins see all nodes.')}</Notice>
  return (
    <>
      {data.losses.length > 0 && <Effects tone="warn" title={t('Lose sight')} effects={data.losses} count={data.lossCount} />}
      {data.gains.length > 0 && <Effects tone="info" title={t('Gain sight')} effects={data.gains} count={data.gainCount} />}
    </>
  )
}

interface EffectsProps {
  tone: 'warn' | 'info'
  title: string
  effects: readonly MoveEffect[]
  count: number
}

function Effects({ tone, title, effects, count }: EffectsProps) {
  return (
    <Notice tone={tone} title={`${title} (${formatNumber(count)})`}>
      <ul className={styles.list}>
        {effects.map((effect) => (
          <li key={effect.userId}>
            {effect.name}: {thingsOf(effect).join(', ')}
          </li>
        ))}
        {count > effects.length && <li>{plural(count - effects.length, { one: 'and {count} more', other: 'and {count} more' })}</li>}
      </ul>
    </Notice>
  )
}

const thingsOf = ({ nodes, contacts, agents, campaigns, workflows, records }: MoveEffect): string[] => [
  plural(nodes, { one: '{count} node', other: '{count} nodes' }),
  ...(contacts > 0 ? [plural(contacts, { one: '{count} contact', other: '{count} contacts' })] : []),
  ...(agents > 0 ? [plural(agents, { one: '{count} agent', other: '{count} agents' })] : []),
  ...(campaigns > 0 ? [plural(campaigns, { one: '{count} campaign', other: '{count} campaigns' })] : []),
  ...(workflows > 0 ? [plural(workflows, { one: '{count} workflow', other: '{count} workflows' })] : []),
  ...(records > 0 ? [plural(records, { one: '{count} record', other: '{count} records' })] : []),
]
