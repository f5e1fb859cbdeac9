import { Button, Skeleton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import type { Organization, OrganizationProfile } from '@imperium/contract/organizations.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { organizationStatusWords, roleWords } from '../../lib/enum-words.ts'
import { formatDate, formatMicros } from '../../lib/format.ts'
import { useCan, useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { organizationProfileQuery } from './api.ts'
import { DangerZone, DeletionNotice } from './danger-zone.tsx'
import { billingCycleWords, industryWords } from './organization-words.ts'
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
          {t('Only owners and administrators can change the organization. Your role is {role}.', { role: roleWords[organization.role] })}
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
  const said = (text: string | undefined) => text || none
  const budget = profile?.monthlyBudgetMicros ?? null
  return (
    <>
      <FactCard
        title={t('Profile')}
        loading={!profile}
        facts={[
          [t('Name'), organization.name],
          [t('Legal name'), said(profile?.legalName)],
          [t('Description'), said(profile?.description)],
          [t('Website'), said(profile?.website)],
          [t('Industry'), profile?.industry ? industryWords[profile.industry] : none],
          [t('Company size'), profile?.size ?? none],
        ]}
      />
      <FactCard
        title={t('Address and contact')}
        loading={!profile}
        facts={[
          [t('Street address'), said(profile?.address)],
          [t('City'), said(profile?.city)],
          [t('Country'), said(profile?.country)],
          [t('Phone'), said(profile?.phone)],
          [t('Contact email'), said(profile?.contactEmail)],
        ]}
      />
      <FactCard
        title={t('Plan and workspace')}
        loading={!profile}
        facts={[
          [t('Web address'), `/org/${organization.slug}`],
          [t('Plan'), planNames[organization.planType]],
          [t('Billing cycle'), billingCycleWords[organization.billingCycle]],
          [t('Billing email'), said(profile?.billingEmail)],
          [t('Tax ID'), said(profile?.taxId)],
          [t('Status'), organizationStatusWords[organization.status]],
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
