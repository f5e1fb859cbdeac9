import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../lib/words.ts'
import { aboveDialogs } from './above-dialogs.ts'
import { usePendingQuestion } from './confirm.ts'
import { useOpensAfterMount } from './use-opens-after-mount.ts'
import classes from './dialog.module.css'

/** Shows the question of `confirm`. */
export function ConfirmDialog() {
  const question = usePendingQuestion()
  const opened = useOpensAfterMount(question !== null)
  // The last question stays readable while the dialog fades out.
  const [shown, setShown] = useState(question)
  if (question && question !== shown) setShown(question)
  return (
    <Modal
      opened={opened}
      onClose={() => question?.answer(false)}
      title={shown?.title}
      size={420}
      centered
      zIndex={aboveDialogs}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <p className={classes.message}>{shown?.message}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => question?.answer(false)}>
          {t('Cancel')}
        </Button>
        <Button {...(shown?.danger === false ? {} : { className: classes.danger })} onClick={() => question?.answer(true)} data-autofocus>
          {shown?.action}
        </Button>
      </div>
    </Modal>
  )
}
