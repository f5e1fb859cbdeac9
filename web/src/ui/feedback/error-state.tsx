import { Button } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconMoodEmpty } from '@tabler/icons-react'
import { ApiError, isRefused } from '../../lib/api-error.ts'
import { t } from '../../lib/words.ts'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  error: unknown
  /** The screen's message, such as `Failed to load agents`. */
  title?: string
  onRetry?: () => void
  plain?: boolean
}

/** Replaces content that failed to load: the error, and a retry button if a retry can help. */
export function ErrorState({ error, title = t('This could not be loaded'), onRetry, plain = false }: ErrorStateProps) {
  const status = error instanceof ApiError ? error.status : 0
  const text = error instanceof ApiError ? error.message : t('Something went wrong on this page.')
  const icon = status === 403 ? IconLock : status === 404 ? IconMoodEmpty : IconAlertTriangle
  // Code removed by an upgrade is only available after a reload; a retry would return the browser's cached failure.
  const retry = error instanceof TypeError && /import/i.test(error.message) ? () => location.reload() : onRetry
  const canRetry = retry && !isRefused(error)
  return (
    <div role="alert">
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        plain={plain}
        action={
          canRetry && (
            <Button variant="default" onClick={retry}>
              {t('Try again')}
            </Button>
          )
        }
      />
    </div>
  )
}
