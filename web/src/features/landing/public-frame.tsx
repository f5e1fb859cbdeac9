import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import classes from './landing.module.css'

/** Header and footer of the pages that anybody may read. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Link to="/" className={classes.brand} aria-label="Imperium, home">
          <Logo /> Imperium
        </Link>
        <nav className={classes.account} aria-label="Account">
          <Button component={Link} to="/login" variant="default">
            Sign In
          </Button>
        </nav>
      </header>
      {children}
      <footer className={classes.footer}>
        <span>Imperium</span>
        <nav className={classes.legal} aria-label="Legal">
          <Link to="/terms">Terms</Link>
          <Link to="/privacy">Privacy</Link>
          <Link to="/security">Security</Link>
          <Link to="/cookies">Cookies</Link>
        </nav>
      </footer>
    </div>
  )
}
