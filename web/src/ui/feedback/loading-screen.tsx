import { Loader } from '@mantine/core'
import { t } from '../../lib/words.ts'
import classes from './loading-screen.module.css'

/** Fills what it stands in while a page is on its way. */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status" aria-label={t('Loading')}>
      <Loader size={22} aria-hidden />
    </div>
  )
}
