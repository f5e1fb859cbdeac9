import { Button, Modal, Skeleton } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { planNames } from '@imperium/contract/plans.ts'
import { organizationsQuery } from '../lib/own-organizations.ts'
import { roleLabels } from '../lib/enum-labels.ts'
import { useOrganization } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import classes from './shell-dialogs.module.css'

/** The organizations of the signed-in user; choosing one makes it the current one and opens its dashboard. */
export function OrganizationsDialog({ onClose }: { onClose: () => void }) {
  const current = useOrganization()
  const navigate = useNavigate()
  const list = useQuery({ ...organizationsQuery, staleTime: 0 })
  const open = useMutation({
    // Change the URL first: below the old one, the guard would treat the new organization as foreign.
    mutationFn: async (slug: string) => {
      await navigate({ to: '/org/$orgSlug/dashboard', params: { orgSlug: slug } })
    },
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={t('Switch Organization')} size={460} closeButtonProps={{ 'aria-label': t('Close') }}>
      {list.isPending && <Skeleton height={54} radius={8} />}
      {list.isError && (
        <ErrorState plain error={list.error} title={t('Failed to fetch organizations')} onRetry={() => void list.refetch()} />
      )}
      <ul className={classes.organizations}>
        {list.data?.map((organization) => {
          const isCurrent = organization.id === current.id
          return (
            <li key={organization.id}>
              <button
                type="button"
                className={classes.organization}
                aria-current={isCurrent || undefined}
                disabled={open.isPending}
                onClick={() => (isCurrent ? onClose() : open.mutate(organization.slug))}
              >
                <span className={classes.letter} aria-hidden>
                  {organization.name.charAt(0).toUpperCase()}
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>{organization.name}</span>
                  <span className={classes.meta}>
                    {t('{plan} plan · {role}', {
                      plan: planNames[organization.planType],
                      role: roleLabels[organization.role].toUpperCase(),
                    })}
                  </span>
                </span>
                {isCurrent && <IconCheck size={17} stroke={1.8} aria-label={t('Current organization')} />}
              </button>
            </li>
          )
        })}
      </ul>
      <Button
        component={Link}
        to="/create-organization"
        variant="default"
        fullWidth
        leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
      >
        {t('Create New Organization')}
      </Button>
    </Modal>
  )
}
