import { Button, Loader } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconArrowRight, IconLogout, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Organization } from '@imperium/contract/organizations.ts'
import { ApiError } from '../../lib/api-error.ts'
import { organizationsQuery } from '../../lib/own-organizations.ts'
import { logout } from '../../lib/session.ts'
import { t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LogoWithName } from '../../ui/logo.tsx'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { switchOrganization } from './api.ts'
import { OrganizationBadges } from './organization-badges.tsx'
import classes from './organizations.module.css'

/** /select-organization: the organizations of the signed-in user, and a link to create one. */
export function SelectOrganizationPage() {
  useDocumentTitle(t('Select organization'))
  const navigate = useNavigate()
  const list = useQuery(organizationsQuery)
  const leave = useMutation({ mutationFn: logout })
  const open = useMutation({
    mutationFn: (organization: Organization) => switchOrganization(organization.slug),
    onSuccess: ({ slug }) => void navigate({ to: '/org/$orgSlug/dashboard', params: { orgSlug: slug } }),
  })
  return (
    <div className={classes.screen}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <LogoWithName />
        </span>
        <Button
          variant="subtle"
          leftSection={<IconLogout size={16} stroke={1.7} aria-hidden />}
          onClick={() => leave.mutate()}
          disabled={leave.isPending}
        >
          {t('Logout')}
        </Button>
      </header>
      <main className={classes.body}>
        <h1 className={classes.title}>{t('Select your organization')}</h1>
        <p className={classes.lead}>{t('Choose where you want to work.')}</p>
        {list.isPending && (
          <p className={classes.loading} role="status">
            <Loader size={16} aria-hidden /> {t('Loading your organizations...')}
          </p>
        )}
        {list.isError && (
          <ErrorState
            error={list.error}
            title={
              list.error instanceof ApiError && list.error.kind === 'network'
                ? t('Failed to load organizations. Please try again.')
                : t('Failed to fetch organizations')
            }
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data?.length === 0 && (
          <div className={classes.none}>
            <p className={classes.noneTitle}>{t('No organizations found')}</p>
            <p className={classes.noneText}>{t('Create your first organization to get started')}</p>
          </div>
        )}
        <ul className={classes.cards}>
          {list.data?.map((organization) => (
            <li key={organization.id}>
              <button type="button" className={classes.card} onClick={() => open.mutate(organization)} disabled={open.isPending}>
                <span className={classes.letter} aria-hidden>
                  {organization.name.charAt(0).toUpperCase()}
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>{organization.name}</span>
                  <span className={classes.host}>
                    {organization.slug}.{location.host}
                  </span>
                </span>
                <OrganizationBadges plan={organization.planType} role={organization.role} status={organization.status} />
                <IconArrowRight size={16} stroke={1.7} className={classes.arrow} aria-hidden />
              </button>
            </li>
          ))}
          <li>
            <Link to="/create-organization" className={`${classes.card} ${classes.create}`}>
              <span className={classes.letter} aria-hidden>
                <IconPlus size={18} stroke={1.7} />
              </span>
              <span className={classes.words}>
                <span className={classes.name}>{t('Create New Organization')}</span>
              </span>
            </Link>
          </li>
        </ul>
      </main>
    </div>
  )
}
