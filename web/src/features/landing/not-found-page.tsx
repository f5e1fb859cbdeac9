import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '../../lib/words.ts'
import { Logo } from '../../ui/logo.tsx'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import classes from './landing.module.css'

/** Page for unknown paths. */
export function NotFoundPage() {
  useDocumentTitle(t('Page not found in the empire'))
  return (
    <main className={classes.lost}>
      <Logo size={40} />
      <h1>{t('Page not found in the empire')}</h1>
      <p>{t('The address may be mistyped, or the page may have moved.')}</p>
      <Button component={Link} to="/">
        {t('Go to the start page')}
      </Button>
    </main>
  )
}
