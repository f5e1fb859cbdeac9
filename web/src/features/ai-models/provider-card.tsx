import { Badge, Button } from '@mantine/core'
import { IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react'
import type { AiProvider } from '@imperium/contract/ai-models.ts'
import { formatCompact } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { ProviderIcon } from './provider-icon.tsx'
import { ReasonButton } from './reason-button.tsx'
import styles from '../../ui/styles.module.css'
import classes from './ai-models.module.css'

interface ProviderCardProps {
  provider: AiProvider
  mayManage: boolean
  onEdit: () => void
  onDelete: () => void
}

/** Why it cannot be deleted, when the server would refuse. */
function whyKept({ adapter, configCount }: AiProvider): string | undefined {
  if (adapter === 'sandbox') return t('The built-in sandbox provider cannot be deleted. It can be deactivated.')
  if (configCount === 0) return undefined
  return plural(configCount, {
    one: 'This provider is used by {count} AI model. Delete it or give it another provider first.',
    other: 'This provider is used by {count} AI models. Delete them or give them another provider first.',
  })
}

/** One AI provider. */
export function ProviderCard({ provider, mayManage, onEdit, onDelete }: ProviderCardProps) {
  const { displayName, adapter } = provider
  return (
    <article className={classes.card} aria-label={displayName}>
      <div className={styles.rowTop}>
        <ProviderIcon icon={provider.icon} name={displayName} color={provider.color} />
        <div className={styles.grow}>
          <h2 className={classes.cardTitle}>
            <span>{displayName}</span>
            {!provider.isActive && <Badge color="gray">{t('Inactive')}</Badge>}
            {adapter === 'sandbox' && <Badge color="gray">{t('Sandbox')}</Badge>}
          </h2>
          <p className={`${classes.cardSubtitle} mono`}>{provider.code}</p>
        </div>
        <span className={classes.count}>{plural(provider.configCount, { one: '{count} model', other: '{count} models' })}</span>
      </div>
      {adapter === 'sandbox' ? (
        <p className={styles.textWrap}>{t('Built in and offline. It needs no key and costs nothing.')}</p>
      ) : (
        <p className={`${classes.url} mono`} title={provider.apiBaseUrl}>
          {provider.apiBaseUrl}
        </p>
      )}
      <div className={styles.badges}>
        {provider.supportsStreaming && <Badge>{t('Streaming')}</Badge>}
        {provider.supportsVision && <Badge>{t('Vision')}</Badge>}
        {provider.supportsFunctionCalling && <Badge>{t('Functions')}</Badge>}
        {provider.maxTokensLimit !== null && (
          <Badge color="gray">
            {plural(
              provider.maxTokensLimit,
              { one: '{count} token', other: '{count} tokens' },
              { count: formatCompact(provider.maxTokensLimit) },
            )}
          </Badge>
        )}
      </div>
      <div className={classes.cardActions}>
        {provider.website && <OutsideLink href={provider.website} label={t('Website')} of={displayName} />}
        {provider.apiDocUrl && <OutsideLink href={provider.apiDocUrl} label={t('Docs')} of={displayName} />}
        {mayManage && (
          <span className={classes.actionsEnd}>
            <ReasonButton
              reason={undefined}
              label={t('Edit {name}', { name: displayName })}
              icon={<IconPencil size={15} stroke={1.7} aria-hidden />}
              onClick={onEdit}
            >
              {t('Edit')}
            </ReasonButton>
            <ReasonButton
              reason={whyKept(provider)}
              label={t('Delete {name}', { name: displayName })}
              icon={<IconTrash size={15} stroke={1.7} aria-hidden />}
              onClick={onDelete}
            >
              {t('Delete')}
            </ReasonButton>
          </span>
        )}
      </div>
    </article>
  )
}

function OutsideLink({ href, label, of }: { href: string; label: string; of: string }) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      variant="subtle"
      size="compact-sm"
      aria-label={t('{what} of {name}, opens in a new tab', { what: label, name: of })}
      rightSection={<IconExternalLink size={14} stroke={1.7} aria-hidden />}
    >
      {label}
    </Button>
  )
}
