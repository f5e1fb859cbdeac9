import { Button, NumberInput, Select, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organization } from '@imperium/contract/organizations.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { organizationStatusWords, roleWords } from '../../lib/enum-words.ts'
import { formatDate, formatMicros } from '../../lib/format.ts'
import { queryClient } from '../../lib/query-client.ts'
import { profileQuery } from '../../lib/session.ts'
import { useCan, useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { showFieldErrors, useContractForm } from '../../ui/use-contract-form.ts'
import { updateOrganizationMutation } from './api.ts'
import { OrganizationFormSchema, toUpdateBody, valuesOf } from './organization-form.ts'
import type { OrganizationValues } from './organization-form.ts'
import classes from './organization-page.module.css'

/** /org/{slug}/settings/organization: name, time zone and monthly AI budget. Read-only until Edit Profile. */
export function OrganizationPage() {
  const organization = useOrganization()
  const mayEdit = useCan('organizations:update')
  const [editing, setEditing] = useState(false)
  return (
    <Page
      title={t('Organization')}
      subtitle={t('What the organization is called, when its days begin, and what its agents may spend.')}
      actions={
        mayEdit && (
          <Button variant="default" onClick={() => setEditing(!editing)}>
            {editing ? t('Cancel') : t('Edit Profile')}
          </Button>
        )
      }
    >
      {!mayEdit && (
        <p className={classes.note}>
          <IconLock size={15} stroke={1.7} aria-hidden />
          {t('Only owners and administrators can change the organization. Your role is {role}.', { role: roleWords[organization.role] })}
        </p>
      )}
      <Card title={t('Profile')} className={classes.card}>
        {editing && mayEdit ? (
          <OrganizationForm organization={organization} onSaved={() => setEditing(false)} />
        ) : (
          <OrganizationFacts organization={organization} />
        )}
      </Card>
    </Page>
  )
}

function OrganizationFacts({ organization }: { organization: Organization }) {
  const { monthlyBudgetMicros: budget } = organization
  const facts = [
    [t('Name'), organization.name],
    [t('Address'), `/org/${organization.slug}`],
    [t('Time zone'), organization.timeZone.replaceAll('_', ' ')],
    [t('Monthly AI budget'), budget === null ? t('No budget') : t('{amount} a calendar month', { amount: formatMicros(budget) })],
    [t('Plan'), planNames[organization.planType]],
    [t('Status'), organizationStatusWords[organization.status]],
    [t('AI agents allowed'), String(organization.maxAgents)],
    [t('Users allowed'), String(organization.maxUsers)],
    [t('Created'), formatDate(organization.createdAt)],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function OrganizationForm({ organization, onSaved }: { organization: Organization; onSaved: () => void }) {
  const form = useContractForm<OrganizationValues>({
    initialValues: valuesOf(organization),
    schema: OrganizationFormSchema,
  })
  const update = useMutation({
    ...updateOrganizationMutation,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
      onSaved()
    },
    onError: (error) => showFieldErrors(form, error),
  })
  const submit = form.onSubmit((values) =>
    update.mutate({ params: { id: organization.id }, body: { ...toUpdateBody(values), updatedAt: organization.updatedAt } }),
  )
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput label={t('Name')} withAsterisk {...form.getInputProps('name')} />
      <Select
        label={t('Time zone')}
        description={t('Days and months of the dashboard begin at midnight here.')}
        data={timeZones(organization.timeZone)}
        searchable
        allowDeselect={false}
        limit={100}
        nothingFoundMessage={t('No time zone of that name')}
        {...form.getInputProps('timeZone')}
      />
      <NumberInput
        label={t('Monthly AI budget')}
        description={t(
          'In US dollars a calendar month, for all agents together. A run stops before the call that would exceed it. Empty: no budget.',
        )}
        placeholder={t('No budget')}
        prefix="$"
        min={0}
        decimalScale={2}
        thousandSeparator=","
        allowNegative={false}
        clampBehavior="none"
        {...form.getInputProps('budgetDollars')}
      />
      <div className={classes.buttons}>
        {/* A press must not take the focus: the field's own message would appear, move the button, and the click would be lost. */}
        <Button type="submit" disabled={update.isPending} onMouseDown={(event) => event.preventDefault()}>
          {update.isPending ? t('Saving...') : t('Save Changes')}
        </Button>
      </div>
    </form>
  )
}

/** Every zone the browser knows; UTC is not among them everywhere, and the current one may be an older name. */
const timeZones = (current: string): string[] => [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])]
