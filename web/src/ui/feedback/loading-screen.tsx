import { Loader } from '@mantine/core'
import { t } from '../../lib/words.ts'
import classes from './loading-screen.module.css'

/** Fills its container while a page loads. */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status" aria-label={t('Loading')}>
      <Loader size={22} aria-hidden />
    </div>
  )
}
