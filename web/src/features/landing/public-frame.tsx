import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../lib/words.ts'
import { productName } from '../../lib/brand/brand.ts'
import { LogoWithName } from '../../ui/logo.tsx'
import classes from './landing.module.css'

/** Header and footer of public pages. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Link to="/" className={classes.brand} aria-label={t('Imperium, home')}>
          <LogoWithName />
        </Link>
        <nav className={classes.account} aria-label={t('Account')}>
          <Button component={Link} to="/login" variant="default">
            {t('Sign In')}
          </Button>
        </nav>
      </header>
      {children}
      <footer className={classes.footer}>
        <span>{productName()}</span>
        <nav className={classes.legal} aria-label={t('Legal')}>
          <Link to="/terms">{t('Terms')}</Link>
          <Link to="/privacy">{t('Privacy')}</Link>
          <Link to="/security">{t('Security')}</Link>
          <Link to="/cookies">{t('Cookies')}</Link>
        </nav>
      </footer>
    </div>
  )
}
