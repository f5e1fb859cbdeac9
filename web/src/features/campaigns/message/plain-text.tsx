import { Button } from '@mantine/core'
import { renderDesignText } from '@imperium/contract/email-designs/render-text.ts'
import type { MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import { t } from '../../../lib/words.ts'
import type { EditorForm } from '../editor/editor-form.ts'
import type { ContentPath } from './content-path.ts'
import { TemplateArea } from './template-area.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './message.module.css'

interface PlainTextProps {
  form: EditorForm
  path: ContentPath
  content: MessageContent
}

/** The text part: generated from a design unless it is written. */
export function PlainText({ form, path, content: { design, text } }: PlainTextProps) {
  const generated = design ? renderDesignText(design) : ''
  const hasOwn = text !== ''
  return (
    <>
      {design && !hasOwn ? (
        <details className={classes.generated}>
          <summary>{t('Plain text, generated from the design')}</summary>
          <pre className={classes.plain} tabIndex={0} role="region" aria-label={t('Plain text')}>
            {generated || t('There is no content yet.')}
          </pre>
          <Button size="xs" variant="default" onClick={() => form.setFieldValue(`${path}.text`, generated || ' ')}>
            {t('Write it yourself')}
          </Button>
        </details>
      ) : (
        <TemplateArea
          label={t('Plain text')}
          description={design ? t('If empty, it is generated from the design.') : t('If empty, it is generated from the HTML.')}
          rows={5}
          {...form.getInputProps(`${path}.text`)}
        />
      )}
      {form.values.definition.tracking.clicks && /https?:\/\//.test(text) && (
        <p className={styles.hint}>{t('Clicks are counted on links of the HTML, not on those in the plain text.')}</p>
      )}
      <p className={styles.hint}>{t('Footer, postal address and unsubscribe link are added where the message has none.')}</p>
    </>
  )
}
