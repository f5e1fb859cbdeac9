import { Badge, Button, Progress } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { AiModelConfig } from '@imperium/contract/ai-models.ts'
import { formatMoment, formatNumber } from '../../lib/format.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { ProviderIcon } from './provider-icon.tsx'
import { ReasonButton } from './reason-button.tsx'
import styles from '../../ui/styles.module.css'
import classes from './ai-models.module.css'

interface ModelCardProps {
  config: AiModelConfig
  mayManage: boolean
  onEdit: () => void
  onDelete: () => void
}

const defaultReason = t('The default model cannot be deleted. Make another model the default first.')
const sandboxNote = t('Built in and offline: its answers follow fixed rules. Good for trying things out, not for real work.')

/** One AI model configuration. */
export function ModelCard({ config, mayManage, onEdit, onDelete }: ModelCardProps) {
  const { provider, displayName } = config
  const isSandbox = provider.adapter === 'sandbox'
  return (
    <article className={classes.card} aria-label={displayName}>
      <div className={styles.rowTop}>
        <ProviderIcon icon={provider.icon} name={provider.displayName} color={provider.color} />
        <div className={styles.grow}>
          <h2 className={classes.cardTitle}>
            <span>{displayName}</span>
            {config.isDefault && <Badge>{t('Default')}</Badge>}
            {isSandbox && <Badge color="gray">{t('Sandbox')}</Badge>}
          </h2>
          <p className={classes.cardSubtitle}>{provider.displayName}</p>
        </div>
        <StatusDot tone={config.isActive ? 'ok' : 'idle'} label={config.isActive ? t('Active') : t('Inactive')} />
      </div>
      {isSandbox && <p className={classes.sandbox}>{config.description || sandboxNote}</p>}
      {!isSandbox && config.description && <p className={styles.textWrap}>{config.description}</p>}
      <dl className={classes.facts}>
        <div>
          <dt>{t('Model ID')}</dt>
          <dd className="mono">{config.modelId}</dd>
        </div>
        <div>
          <dt>{t('API key')}</dt>
          <dd className={config.apiKeyPreview ? 'mono' : ''}>
            {config.apiKeyPreview ?? (isSandbox ? t('None needed') : t('None||API key'))}
          </dd>
        </div>
        <div>
          <dt>{t('Usage This Month')}</dt>
          <dd className="tnum">
            {formatNumber(config.currentMonthUsage)}
            {config.monthlyUsageLimit !== null && ` / ${formatNumber(config.monthlyUsageLimit)}`}
          </dd>
        </div>
      </dl>
      {config.monthlyUsageLimit !== null && <UsageBar used={config.currentMonthUsage} limit={config.monthlyUsageLimit} />}
      {config.failure && (
        <p className={styles.plainWrap} role="status">
          {plural(
            config.failure.calls,
            {
              one: '{count} call failed this month. The last one, {time}: {error}',
              other: '{count} calls failed this month. The last one, {time}: {error}',
            },
            { time: formatMoment(config.failure.at), error: translateMessage({ message: config.failure.message }) },
          )}
        </p>
      )}
      {mayManage && (
        <div className={classes.cardActions}>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPencil size={15} stroke={1.7} aria-hidden />}
            aria-label={t('Edit {name}', { name: displayName })}
            onClick={onEdit}
          >
            {t('Edit')}
          </Button>
          <ReasonButton
            reason={config.isDefault ? defaultReason : undefined}
            label={t('Delete {name}', { name: displayName })}
            icon={<IconTrash size={15} stroke={1.7} aria-hidden />}
            onClick={onDelete}
          >
            {t('Delete')}
          </ReasonButton>
        </div>
      )}
    </article>
  )
}

function UsageBar({ used, limit }: { used: number; limit: number }) {
  const percent = Math.min(100, (used / limit) * 100)
  return <Progress size={5} value={percent} aria-label={t('Usage This Month')} {...(percent >= 90 ? { color: 'var(--bad)' } : {})} />
}
