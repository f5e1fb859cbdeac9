import { Button, Skeleton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import type { Organization, OrganizationProfile } from '@imperium/contract/organizations.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { organizationStatusLabels, roleLabels } from '../../lib/enum-labels.ts'
import { formatDate, formatMicros } from '../../lib/format.ts'
import { useCan, useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { organizationProfileQuery } from './api.ts'
import { DangerZone, DeletionNotice } from './danger-zone.tsx'
import { billingCycleLabels, industryLabels } from './organization-labels.ts'
import classes from './organization-page.module.css'

const OrganizationForm = lazy(async () => ({ default: (await import('./organization-profile-form.tsx')).OrganizationProfileForm }))

/** /org/{slug}/settings/organization: the organization's profile. Read-only until Edit Profile. */
export function OrganizationPage() {
  const organization = useOrganization()
  const mayEdit = useCan('organizations:update')
  const suspended = organization.status === 'SUSPENDED'
  const profile = useQuery(organizationProfileQuery(organization.id))
  const [editing, setEditing] = useState(false)
  return (
    <Page
      title={t('Organization')}
      subtitle={t('Name, location, time zone and agent budget of the organization.')}
      actions={
        mayEdit && (
          <Button
            variant="default"
            onClick={() => setEditing(!editing)}
            disabled={suspended || !profile.data}
            title={suspended ? t('The organization is suspended') : undefined}
          >
            {editing ? t('Cancel') : t('Edit Profile')}
          </Button>
        )
      }
    >
      <DeletionNotice organization={organization} />
      {!mayEdit && (
        <p className={classes.note}>
          <IconLock size={15} stroke={1.7} aria-hidden />
          {t('Only owners and administrators can change the organization. Your role is {role}.', { role: roleLabels[organization.role] })}
        </p>
      )}
      {profile.isError ? (
        <ErrorState error={profile.error} title={t('Failed to load the organization')} onRetry={() => void profile.refetch()} />
      ) : editing && mayEdit && profile.data ? (
        <Suspense fallback={<Skeleton height={640} radius="lg" />}>
          <OrganizationForm profile={profile.data} organization={organization} onSaved={() => setEditing(false)} />
        </Suspense>
      ) : (
        <Facts organization={organization} profile={profile.data} />
      )}
      <DangerZone organization={organization} />
    </Page>
  )
}

const none = '–'

function Facts({ organization, profile }: { organization: Organization; profile: OrganizationProfile | undefined }) {
  const message = (text: string | undefined) => text || none
  const budget = profile?.monthlyBudgetMicros ?? null
  return (
    <>
      <FactCard
        title={t('Profile')}
        loading={!profile}
        facts={[
          [t('Name'), organization.name],
          [t('Legal name'), message(profile?.legalName)],
          [t('Description'), message(profile?.description)],
          [t('Website'), message(profile?.website)],
          [t('Industry'), profile?.industry ? industryLabels[profile.industry] : none],
          [t('Company size'), profile?.size ?? none],
        ]}
      />
      <FactCard
        title={t('Address and contact')}
        loading={!profile}
        facts={[
          [t('Street address'), message(profile?.address)],
          [t('City'), message(profile?.city)],
          [t('State or region'), message(profile?.state)],
          [t('Country'), message(profile?.country)],
          [t('Phone'), message(profile?.phone)],
          [t('Contact email'), message(profile?.contactEmail)],
        ]}
      />
      <FactCard
        title={t('Plan and workspace')}
        loading={!profile}
        facts={[
          [t('Web address'), `/org/${organization.slug}`],
          [t('Plan'), planNames[organization.planType]],
          [t('Billing cycle'), billingCycleLabels[organization.billingCycle]],
          [t('Billing email'), message(profile?.billingEmail)],
          [t('Tax ID'), message(profile?.taxId)],
          [t('Status'), organizationStatusLabels[organization.status]],
          [t('AI agents allowed'), String(organization.maxAgents)],
          [t('Users allowed'), String(organization.maxUsers)],
          [t('Time zone'), organization.timeZone.replaceAll('_', ' ')],
          [t('Monthly AI budget'), budget === null ? t('No budget') : t('{amount} a calendar month', { amount: formatMicros(budget) })],
          [t('Created'), formatDate(organization.createdAt)],
        ]}
      />
    </>
  )
}

interface FactCardProps {
  title: string
  loading: boolean
  facts: readonly (readonly [label: string, value: string])[]
}

function FactCard({ title, loading, facts }: FactCardProps) {
  return (
    <Card title={title} className={classes.card}>
      <dl className={classes.facts} aria-busy={loading}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{loading ? <Skeleton height={14} width={160} my={3} /> : value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
