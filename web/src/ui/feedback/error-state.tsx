import { Button } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconMoodEmpty } from '@tabler/icons-react'
import { ApiError } from '../../lib/api-error.ts'
import { t } from '../../lib/words.ts'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  error: unknown
  /** The screen's own words, such as `Failed to load agents`. */
  title?: string
  onRetry?: () => void
  plain?: boolean
}

/** Stands where content failed to load: what happened, and a way to try again where that can help. */
export function ErrorState({ error, title = t('This could not be loaded'), onRetry, plain = false }: ErrorStateProps) {
  const status = error instanceof ApiError ? error.status : 0
  const text = error instanceof ApiError ? error.message : t('Something went wrong on this page.')
  const icon = status === 403 ? IconLock : status === 404 ? IconMoodEmpty : IconAlertTriangle
  // Code that is gone since an upgrade comes back with the new page alone; asked for once more, the browser repeats its answer.
  const retry = error instanceof TypeError && /import/i.test(error.message) ? () => location.reload() : onRetry
  const canRetry = retry && status !== 403 && status !== 404
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
