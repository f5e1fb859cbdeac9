import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../lib/words.ts'
import { LogoWithName } from '../../ui/logo.tsx'
import { AuthArt } from './auth-art.tsx'
import classes from './auth.module.css'

/** The frame of sign-in and registration: the form at the left, the product at the right. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={`${classes.side} brand-scope`}>
        <Link to="/" className={classes.home} aria-label={t('Imperium, home')}>
          <LogoWithName />
        </Link>
        <main className={classes.main}>
          <div className={classes.column}>{children}</div>
        </main>
        <nav className={classes.foot} aria-label={t('Legal')}>
          <Link to="/terms">{t('Terms')}</Link>
          <Link to="/privacy">{t('Privacy')}</Link>
          <Link to="/security">{t('Security')}</Link>
          <Link to="/cookies">{t('Cookies')}</Link>
        </nav>
      </div>
      <AuthArt />
    </div>
  )
}
