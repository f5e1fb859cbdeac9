import { Button } from '@mantine/core'
import { t } from '../../lib/words.ts'
import { isDeadLink } from '../../ui/page/dead-link.ts'
import { PublicFrame } from './public-frame.tsx'

interface FailedLinkProps {
  error: Error
  onRetry: () => void
}

/** Replaces a page with an invalid link, or one that failed to load. */
export function FailedLink({ error, onRetry }: FailedLinkProps) {
  if (isDeadLink(error)) return <PublicFrame organization="" title={t('This link does not work')} error={error} />
  return (
    <PublicFrame organization="" title={t('This could not be loaded')} error={error}>
      <Button size="md" fullWidth variant="default" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </PublicFrame>
  )
}
