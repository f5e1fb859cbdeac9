import { Button } from '@mantine/core'
import { t } from '../../../lib/words.ts'
import { useEditorContext } from './editor-context.ts'
import classes from './editor.module.css'

/** Another member saved meanwhile: the user chooses which version to keep. */
export function ConflictNotice() {
  const { autosave, loadTheirs } = useEditorContext()
  if (autosave.problem?.kind !== 'conflict') return null
  return (
    <div className={classes.notice} role="alert">
      <p>
        <strong>{t('Another member changed this workflow')}</strong>{' '}
        {t('Your changes are still here but not saved. Load the saved version, or keep yours.')}
      </p>
      <div className={classes.noticeActions}>
        <Button size="xs" variant="default" onClick={loadTheirs}>
          {t('Load what was saved')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void autosave.keepMine()}>
          {t('Keep mine')}
        </Button>
      </div>
    </div>
  )
}
