import { termsVersion } from '@imperium/contract/auth/auth.ts'
import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { PublicFrame } from './public-frame.tsx'
import classes from './landing.module.css'
import { t } from '../../lib/words.ts'

/** A page of legal text; it names the version that registration accepts and stores. */
export function Article({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <PublicFrame>
      <main className={classes.article}>
        <h1>{title}</h1>
        <p className={classes.version}>{t('Version {version}', { version: termsVersion })}</p>
        {children}
      </main>
    </PublicFrame>
  )
}
