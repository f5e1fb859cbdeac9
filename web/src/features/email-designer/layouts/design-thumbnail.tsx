import type { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import { renderDesign } from '@imperium/contract/email-designs/render-design.ts'
import { preferLight, styleMail } from '../../../ui/text/style-mail.ts'
import { withoutLiquid } from '../model/without-liquid.ts'
import classes from './layouts.module.css'

/** The rendered email in small, for the eye alone: its name stands beside it. */
export function DesignThumbnail({ name, design }: { name: string; design: EmailDesign }) {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
  return (
    <span className={classes.thumbnail} aria-hidden>
      <iframe
        title={name}
        tabIndex={-1}
        sandbox=""
        loading="lazy"
        srcDoc={styleMail(preferLight(withoutLiquid(renderDesign(design))), nonce)}
      />
    </span>
  )
}
