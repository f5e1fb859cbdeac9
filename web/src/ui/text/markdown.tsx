import ReactMarkdown from 'react-markdown'
import type { Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { t } from '../../lib/words.ts'
import classes from './markdown.module.css'

const plugins = [remarkGfm]
// Resolved as the browser does: `//host/x` has no scheme and is foreign all the same.
const isForeign = (address: string | undefined): boolean => URL.parse(address ?? '', location.href)?.origin !== location.origin

const components: Components = {
  a: ({ href, children }) =>
    isForeign(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <a href={href}>{children}</a>
    ),
  // A picture of another site would tell that site who reads: it is offered as a link.
  img: ({ src, alt }) =>
    typeof src === 'string' && !isForeign(src) ? (
      <img src={src} alt={alt ?? ''} loading="lazy" />
    ) : (
      <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer nofollow">
        {alt || t('Picture')}
      </a>
    ),
  table: ({ children }) => (
    <div className={classes.scroll}>
      <table>{children}</table>
    </div>
  ),
}

/** Text in Markdown. HTML in it is shown as text, and nothing is loaded from other sites. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.markdown}>
      <ReactMarkdown remarkPlugins={plugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
}
