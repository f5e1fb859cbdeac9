import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { describeError, isRefused } from '../../lib/api-error.ts'
import styles from '../../ui/styles.module.css'
import classes from './ai-models.module.css'
import { t } from '../../lib/words.ts'

interface ErrorBannerProps {
  error: unknown
  title: string
  retryLabel?: string
  onRetry?: (() => void) | undefined
}

/** What failed, with the server's message if there is one. */
export function ErrorBanner({ error, title, retryLabel = t('Try again'), onRetry }: ErrorBannerProps) {
  return (
    <div className={classes.banner} role="alert">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      <div className={styles.grow}>
        <p className={classes.bannerTitle}>{title}</p>
        {describeError(error).map((text) => (
          <p key={text} className={styles.wrap}>
            {text}
          </p>
        ))}
      </div>
      {onRetry && !isRefused(error) && (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
