import { useState } from 'react'
import { t } from '../../../lib/words.ts'
import { styleMail } from '../../../ui/text/style-mail.ts'
import { useDesignerContext } from '../designer-context.ts'
import classes from './canvas.module.css'

/** HTML as written, in isolation: it runs no scripts. */
export function HtmlView({ html }: { html: string }) {
  const { design } = useDesignerContext()
  const [height, setHeight] = useState(40)
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
  if (html.trim() === '') return <span className={classes.blank}>{t('No HTML yet')}</span>
  const { textColor, textSize, panelColor } = design.style
  const page = `<body style="margin:0;background:${panelColor};color:${textColor};font:${textSize}px Helvetica,Arial,sans-serif">${html}</body>`
  return (
    <iframe
      title={t('HTML')}
      tabIndex={-1}
      className={classes.html}
      // The same origin without scripts: only this page reads its height.
      sandbox="allow-same-origin"
      srcDoc={styleMail(page, nonce)}
      style={{ height }}
      onLoad={({ currentTarget }) => setHeight(Math.min(1_200, currentTarget.contentDocument?.documentElement.scrollHeight ?? 40))}
    />
  )
}
