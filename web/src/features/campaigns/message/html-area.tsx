import { Suspense, useRef } from 'react'
import { Skeleton } from '@mantine/core'
import { t } from '../../../lib/words.ts'
import { HtmlEditor } from '../../email-designer/index.ts'
import type { HtmlEditorHandle } from '../../email-designer/index.ts'
import { HtmlTools } from './html-tools.tsx'
import { VariableMenu } from './variable-menu.tsx'
import classes from './message.module.css'

interface HtmlAreaProps {
  /** Of the field in the form: the launch checklist leads to it. */
  path: string
  value: string
  onChange: (html: string) => void
  isLocked: boolean
}

/** The HTML of an email, for people who write it themselves. */
export function HtmlArea({ path, value, onChange, isLocked }: HtmlAreaProps) {
  const editor = useRef<HtmlEditorHandle>(null)
  const insert = (wrap: (selected: string) => string) => editor.current?.replaceSelection(wrap)
  return (
    <div>
      <span className={classes.label}>{t('HTML')}</span>
      <div className={classes.tools} role="toolbar" aria-label={t('Tools for {field}', { field: t('HTML') })}>
        <HtmlTools onInsert={insert} />
        <VariableMenu onPick={(text) => insert(() => text)} label={t('Insert a merge field into {field}', { field: t('HTML') })} />
      </div>
      <div data-path={path}>
        <Suspense fallback={<Skeleton height={320} radius={8} />}>
          <HtmlEditor label={t('HTML')} value={value} onChange={onChange} isLocked={isLocked} minHeight={320} handle={editor} />
        </Suspense>
      </div>
    </div>
  )
}
