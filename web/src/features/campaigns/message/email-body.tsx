import { SegmentedControl, Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { renderDesign } from '@imperium/contract/email-designs/render-design.ts'
import type { MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { EmailDesigner, LayoutPicker } from '../../email-designer/index.ts'
import type { EditorForm } from '../editor/editor-form.ts'
import type { ContentPath, EmailWay } from './content-path.ts'
import { HtmlArea } from './html-area.tsx'
import { useMergeFields } from './merge-fields.ts'
import { PlainText } from './plain-text.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './message.module.css'

interface EmailBodyProps {
  form: EditorForm
  path: ContentPath
  content: MessageContent
  isLocked: boolean
  /** The message as it will be sent: shown within the designer. */
  preview: ReactNode
  way: EmailWay
  onWay: (way: EmailWay) => void
}

/** The body of an email: a design, or HTML for experts. A message without either starts with the layouts. */
export function EmailBody({ form, path, content, isLocked, preview, way, onWay }: EmailBodyProps) {
  const { design, html } = content
  const fields = useMergeFields()
  const [isFresh, setFresh] = useState(false)
  // Replaces design and HTML at once: of the two, one is null or made from the other.
  const set = (next: Pick<MessageContent, 'design' | 'html'>) => form.setFieldValue(path, { ...content, ...next })

  async function choose(next: EmailWay): Promise<void> {
    if (next === 'html' && design) {
      const message = t('The design becomes HTML that you change yourself. It cannot be turned back into a design.')
      if (!(await confirm({ title: t('Switch to HTML'), message, action: t('Switch to HTML') }))) return
      set({ design: null, html: renderDesign(design) })
    }
    onWay(next)
  }
  async function begin(chosen: EmailDesign): Promise<void> {
    const question = { title: t('Start a design'), message: t('The design replaces the HTML of this message.'), action: t('Replace') }
    if (html.trim() !== '' && !(await confirm(question))) return
    setFresh(true)
    set({ design: chosen, html })
  }
  const errors = Object.entries(form.errors).filter(([at]) => at.startsWith(`${path}.design`) || at === `${path}.html`)
  return (
    <>
      <SegmentedControl
        className={classes.ways ?? ''}
        aria-label={t('Editor')}
        value={way}
        onChange={(next) => void choose(next)}
        data={[
          { value: 'design', label: t('Design') },
          { value: 'html', label: t('HTML') },
        ]}
      />
      {errors.map(([at, error]) => (
        <p key={at} className={classes.error} role="alert">
          {error}
        </p>
      ))}
      {design ? (
        <div data-path={`${path}.html`}>
          <div data-path={`${path}.design`}>
            <Suspense fallback={<Skeleton height={560} radius={10} />}>
              <EmailDesigner
                value={design}
                onChange={(next) => form.setFieldValue(`${path}.design`, next)}
                isLocked={isLocked}
                fields={fields}
                preview={preview}
                takesFocus={isFresh}
              />
            </Suspense>
          </div>
        </div>
      ) : way === 'design' ? (
        <div className={styles.stackWide} data-path={`${path}.html`}>
          <p className={styles.hint}>
            {html.trim() === ''
              ? t('Choose a layout to start with. Everything in it can be changed.')
              : t('This message is written in HTML. Choose a layout to start a design instead.')}
          </p>
          <Suspense fallback={<Skeleton height={210} radius={10} />}>
            <LayoutPicker onPick={(chosen) => void begin(chosen)} disabled={isLocked} />
          </Suspense>
        </div>
      ) : (
        <HtmlArea path={`${path}.html`} value={html} onChange={(next) => set({ design: null, html: next })} isLocked={isLocked} />
      )}
      <PlainText form={form} path={path} content={content} />
    </>
  )
}
