import { Badge, Button } from '@mantine/core'
import { IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react'
import type { AiProvider } from '@imperium/contract/ai-models.ts'
import { formatCompact, formatCount } from '../../lib/format.ts'
import { ProviderIcon } from './provider-icon.tsx'
import { ReasonButton } from './reason-button.tsx'
import classes from './ai-models.module.css'

interface ProviderCardProps {
  provider: AiProvider
  mayManage: boolean
  onEdit: () => void
  onDelete: () => void
}

/** Why it cannot be deleted, where the server would refuse. */
function whyKept({ adapter, configCount }: AiProvider): string | undefined {
  if (adapter === 'sandbox') return 'The built-in sandbox provider cannot be deleted. It can be deactivated.'
  if (configCount === 0) return undefined
  return `This provider is used by ${formatCount(configCount, 'AI model')}. Delete them or give them another provider first.`
}

/** One AI provider. */
export function ProviderCard({ provider, mayManage, onEdit, onDelete }: ProviderCardProps) {
  const { displayName, adapter } = provider
  return (
    <article className={classes.card} aria-label={displayName}>
      <div className={classes.cardHead}>
        <ProviderIcon icon={provider.icon} name={displayName} color={provider.color} />
        <div className={classes.cardWords}>
          <h2 className={classes.cardTitle}>
            <span>{displayName}</span>
            {!provider.isActive && <Badge color="gray">Inactive</Badge>}
            {adapter === 'sandbox' && <Badge color="gray">Sandbox</Badge>}
          </h2>
          <p className={`${classes.cardSubtitle} mono`}>{provider.code}</p>
        </div>
        <span className={classes.count}>{formatCount(provider.configCount, 'model')}</span>
      </div>
      {adapter === 'sandbox' ? (
        <p className={classes.description}>Built in and offline. It needs no key and costs nothing.</p>
      ) : (
        <p className={`${classes.url} mono`} title={provider.apiBaseUrl}>
          {provider.apiBaseUrl}
        </p>
      )}
      <div className={classes.badges}>
        {provider.supportsStreaming && <Badge>Streaming</Badge>}
        {provider.supportsVision && <Badge>Vision</Badge>}
        {provider.supportsFunctionCalling && <Badge>Functions</Badge>}
        {provider.maxTokensLimit !== null && <Badge color="gray">{formatCompact(provider.maxTokensLimit)} tokens</Badge>}
      </div>
      <div className={classes.cardActions}>
        {provider.website && <OutsideLink href={provider.website} label="Website" of={displayName} />}
        {provider.apiDocUrl && <OutsideLink href={provider.apiDocUrl} label="Docs" of={displayName} />}
        {mayManage && (
          <span className={classes.actionsEnd}>
            <ReasonButton
              reason={undefined}
              label={`Edit ${displayName}`}
              icon={<IconPencil size={15} stroke={1.7} aria-hidden />}
              onClick={onEdit}
            >
              Edit
            </ReasonButton>
            <ReasonButton
              reason={whyKept(provider)}
              label={`Delete ${displayName}`}
              icon={<IconTrash size={15} stroke={1.7} aria-hidden />}
              onClick={onDelete}
            >
              Delete
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
      aria-label={`${label} of ${of}, opens in a new tab`}
      rightSection={<IconExternalLink size={14} stroke={1.7} aria-hidden />}
    >
      {label}
    </Button>
  )
}
