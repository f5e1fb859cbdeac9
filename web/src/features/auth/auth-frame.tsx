import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import { AuthArt } from './auth-art.tsx'
import classes from './auth.module.css'

/** The frame of sign-in and registration: the form at the left, the product at the right. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <Link to="/" className={classes.home} aria-label="Imperium, home">
          <Logo /> Imperium
        </Link>
        <main className={classes.main}>
          <div className={classes.column}>{children}</div>
        </main>
        <nav className={classes.foot} aria-label="Legal">
          <Link to="/terms">Terms</Link>
          <Link to="/privacy">Privacy</Link>
          <Link to="/security">Security</Link>
          <Link to="/cookies">Cookies</Link>
        </nav>
      </div>
      <AuthArt />
    </div>
  )
}
