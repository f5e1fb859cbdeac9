import { Button, Modal, TextInput } from '@mantine/core'
import type { SignUpForm } from '@imperium/contract/contacts/sign-up-forms.ts'
import { t } from '../../lib/words.ts'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'
import styles from '../../ui/styles.module.css'
import classes from './consents.module.css'
import forms from './forms.module.css'

/** The URL of a form, and code to embed it. */
export function ShareFormDialog({ form, onClose }: { form: SignUpForm; onClose: () => void }) {
  const { copied, copy } = useCopy()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Share {name}', { name: form.name })}
      size={640}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <ReturnFocus />
      <div className={styles.stack}>
        <div className={forms.link}>
          <TextInput label={t('Link to the page')} value={form.url} readOnly onFocus={(event) => event.currentTarget.select()} />
          <Button variant="default" onClick={() => copy(form.url)}>
            {copied ? t('Copied') : t('Copy link')}
          </Button>
        </div>
        <div className={styles.stack}>
          <p className={classes.text}>
            {t('Or paste this into your own site, and style it as you like. It needs no script, and leads to the thank-you page.')}
          </p>
          <CodeBlock code={form.embedHtml} label={t('HTML of the form')} maxHeight={260} />
          <p className={classes.text}>{t('Paste it again after you have changed the form.')}</p>
        </div>
      </div>
    </Modal>
  )
}
