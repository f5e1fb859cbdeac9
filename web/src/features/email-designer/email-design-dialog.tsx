import { useState } from 'react'
import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { t } from '../../lib/words.ts'
import type { MergeField } from '../../ui/form/merge-field.ts'
import { DesignPreview } from './design-preview.tsx'
import { EmailDesigner } from './email-designer.tsx'
import { FullScreen } from './full-screen.tsx'
import { LayoutPicker } from './layouts/layout-picker.tsx'
import { withoutContact } from './model/without-contact.ts'
import styles from '../../ui/styles.module.css'
import classes from './designer.module.css'

interface EmailDesignDialogProps {
  /** Null: the dialog starts with the layouts. */
  value: EmailDesign | null
  onChange: (design: EmailDesign) => void
  onClose: () => void
  isLocked: boolean
  /** Inserted as text: the message has no contact to take values from. */
  fields: readonly MergeField[]
}

/** Designs an email whose values do not come from a contact, such as that of a workflow's step. */
export function EmailDesignDialog({ value, onChange, onClose, isLocked, fields }: EmailDesignDialogProps) {
  const [isFresh, setFresh] = useState(false)
  return (
    <FullScreen onClose={onClose}>
      {value ? (
        <EmailDesigner
          {...{ value, onChange, isLocked, fields, toContacts: false }}
          isInFullScreen
          takesFocus={isFresh}
          preview={<DesignPreview design={value} />}
        />
      ) : (
        <div className={classes.designer}>
          <p className={styles.textPlain}>{t('Choose a layout to start with. Everything in it can be changed.')}</p>
          <LayoutPicker disabled={isLocked} onPick={(design) => (setFresh(true), onChange(withoutContact(design)))} />
        </div>
      )}
    </FullScreen>
  )
}
