import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Logo } from '../../ui/logo.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import classes from './landing.module.css'

/** Any path that leads nowhere. */
export function NotFoundPage() {
  useDocumentTitle('Page not found in the empire')
  return (
    <main className={classes.lost}>
      <Logo size={40} />
      <h1>Page not found in the empire</h1>
      <p>The address may be mistyped, or the page may have moved.</p>
      <Button component={Link} to="/">
        Go to the start page
      </Button>
    </main>
  )
}
