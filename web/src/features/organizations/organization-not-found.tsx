import { Button } from '@mantine/core'
import { IconBuildingOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../../lib/words.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import classes from './organizations.module.css'

/** The path names an organization, and the user has none. */
export function OrganizationNotFound() {
  useDocumentTitle(t('Organization Not Found'))
  return (
    <main className={classes.centre}>
      <h1 className={classes.hidden}>{t('Organization Not Found')}</h1>
      <EmptyState
        plain
        icon={IconBuildingOff}
        title={t('Organization Not Found')}
        text={t('The organization could not be found, or you do not have access to it.')}
        action={
          <Button component={Link} to="/dashboard">
            {t('Go to Your Dashboard')}
          </Button>
        }
      />
    </main>
  )
}
