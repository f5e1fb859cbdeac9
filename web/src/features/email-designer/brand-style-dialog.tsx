import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { emailDesigns } from '@imperium/contract/email-designs/email-design-operations.ts'
import { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import type { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { styleQuery } from './api.ts'
import { DesignPreview } from './design-preview.tsx'
import { StyleFields } from './panel/style-form.tsx'
import classes from './designer.module.css'

/** A system email in the style, as its receiver would see it. */
const example = (style: EmailStyle): EmailDesign =>
  EmailDesign.parse({
    style,
    blocks: [
      { id: 'heading', type: 'heading', level: 2, spans: [{ text: t('Please confirm your address') }] },
      { id: 'text', type: 'text', paragraphs: [{ spans: [{ text: t('You get our newsletter after you press the button.') }] }] },
      { id: 'button', type: 'button', label: t('Confirm'), url: 'https://example.com/' },
      { id: 'line', type: 'divider' },
      { id: 'note', type: 'text', paragraphs: [{ spans: [{ text: t('If you did not ask for this, ignore this email.') }] }] },
    ],
  })

/** Changes the style that system emails have and new designs start with. */
export function BrandStyleDialog({ value, onClose }: { value: EmailStyle; onClose: () => void }) {
  const client = useQueryClient()
  const [style, setStyle] = useState(value)
  const save = useMutation({
    mutationFn: () => call(emailDesigns.setStyle, { body: style }),
    meta: { silent: true },
    onSuccess: (saved) => {
      client.setQueryData(styleQuery.queryKey, saved)
      notify.success(t("The organization's style was saved"))
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Email style')}
      width={980}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={useGate('organizations:update')}
    >
      <div className={classes.brand}>
        <DesignPreview design={example(style)} />
        <div className={classes.brandFields}>
          <StyleFields style={style} onChange={(fields) => setStyle({ ...style, ...fields })} />
        </div>
      </div>
      {save.error && (
        <Notice tone="bad">{save.error instanceof ApiError ? save.error.message : t("The organization's style could not be saved")}</Notice>
      )}
    </FormDialog>
  )
}
