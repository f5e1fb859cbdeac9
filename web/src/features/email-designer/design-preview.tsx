import { SegmentedControl, Switch } from '@mantine/core'
import { useState } from 'react'
import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { renderDesign } from '@imperium/contract/email-designs/render-design.ts'
import { t } from '../../lib/words.ts'
import { preferDark, preferLight, styleMail } from '../../ui/text/style-mail.ts'
import classes from './designer.module.css'

/** The design with its variables unfilled: their values exist only when the email is sent. */
export function DesignPreview({ design }: { design: EmailDesign }) {
  const [isPhone, setPhone] = useState(false)
  const [isDark, setDark] = useState(false)
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
  const html = renderDesign(design)
  return (
    <section className={classes.designer} aria-label={t('Preview')}>
      <div className={classes.head}>
        <SegmentedControl
          size="xs"
          aria-label={t('View')}
          value={isPhone ? 'phone' : 'desktop'}
          onChange={(next) => setPhone(next === 'phone')}
          data={[
            { value: 'desktop', label: t('Desktop') },
            { value: 'phone', label: t('Phone||device') },
          ]}
        />
        <Switch label={t('Dark mode')} checked={isDark} onChange={(event) => setDark(event.currentTarget.checked)} />
      </div>
      <div className={classes.preview} data-phone={isPhone || undefined}>
        <iframe title={t('The message')} sandbox="" srcDoc={styleMail(isDark ? preferDark(html) : preferLight(html), nonce)} />
      </div>
    </section>
  )
}
