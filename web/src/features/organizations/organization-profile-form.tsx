import { Button, NumberInput, Select, TextInput, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { companySizes, industries } from '@imperium/contract/organizations.ts'
import type { Organization, OrganizationProfile } from '@imperium/contract/organizations.ts'
import { queryClient } from '../../lib/query-client.ts'
import { profileQuery } from '../../lib/session.ts'
import { countryCodeOf, countryName } from '@imperium/contract/countries.ts'
import { gstStates } from '@imperium/contract/sales/gstin.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { countryOptions } from '../../lib/country-options.ts'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { updateProfileMutation } from './api.ts'
import { OrganizationFormSchema, toUpdateBody, valuesOf } from './organization-form.ts'
import type { OrganizationValues } from './organization-form.ts'
import { industryLabels } from './organization-labels.ts'
import classes from './organization-page.module.css'

interface ProfileFormProps {
  profile: OrganizationProfile
  organization: Organization
  onSaved: () => void
}

const stateNames = Object.values(gstStates).filter((name) => name !== 'Outside India')

type Form = ReturnType<typeof useContractForm<OrganizationValues>>

/** Every field of the profile that a manager may change. */
export function OrganizationProfileForm({ profile, organization, onSaved }: ProfileFormProps) {
  const form = useContractForm<OrganizationValues>({ initialValues: valuesOf(profile), schema: OrganizationFormSchema })
  const update = useMutation({
    ...updateProfileMutation,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
      onSaved()
    },
    onError: (error) => showFieldErrors(form, error),
  })
  const submit = form.onSubmit((values) =>
    update.mutate({ params: { id: profile.id }, body: { ...toUpdateBody(values, profile), updatedAt: profile.updatedAt } }),
  )
  return (
    <form className={classes.cards} onSubmit={submit} noValidate>
      <Card title={t('Profile')} className={classes.card}>
        <ProfileFields form={form} />
      </Card>
      <Card title={t('Address and contact')} className={classes.card}>
        <ContactFields form={form} />
      </Card>
      <Card title={t('Billing and workspace')} className={classes.card}>
        <WorkspaceFields form={form} organization={organization} />
      </Card>
      <div className={classes.buttons}>
        {/* A press must not take the focus: the field's own message would appear, move the button, and the click would be lost. */}
        <Button type="submit" disabled={update.isPending} onMouseDown={(event) => event.preventDefault()}>
          {update.isPending ? t('Saving...') : t('Save changes')}
        </Button>
      </div>
    </form>
  )
}

const industryOptions = industries.map((industry) => ({ value: industry, label: industryLabels[industry] }))

function ProfileFields({ form }: { form: Form }) {
  return (
    <div className={classes.form}>
      <TextInput label={t('Name')} withAsterisk {...form.getInputProps('name')} />
      <TextInput label={t('Legal name')} autoComplete="organization" {...form.getInputProps('legalName')} />
      <Textarea
        label={t('Description')}
        autosize
        minRows={3}
        maxRows={10}
        className={classes.wide}
        {...form.getInputProps('description')}
      />
      <TextInput
        label={t('Website')}
        type="url"
        placeholder="https://example.com"
        className={classes.wide}
        {...form.getInputProps('website')}
      />
      <Select label={t('Industry')} data={industryOptions} clearable {...form.getInputProps('industry')} />
      <Select label={t('Company size')} data={[...companySizes]} clearable {...form.getInputProps('size')} />
    </div>
  )
}

function ContactFields({ form }: { form: Form }) {
  return (
    <div className={classes.form}>
      <TextInput label={t('Street address')} autoComplete="street-address" className={classes.wide} {...form.getInputProps('address')} />
      <TextInput label={t('City')} autoComplete="address-level2" {...form.getInputProps('city')} />
      <CountryFields form={form} />
      <TextInput label={t('Phone')} type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
      <TextInput label={t('Contact email')} type="email" {...form.getInputProps('contactEmail')} />
    </div>
  )
}

/** Countries are chosen from a list, and so are the states of India: taxes follow from them. */
function CountryFields({ form }: { form: Form }) {
  const code = countryCodeOf(form.values.country)
  const isIndia = code === 'IN'
  return (
    <>
      <Select
        label={t('Country')}
        data={countryOptions()}
        searchable
        clearable
        {...form.getInputProps('country')}
        value={code}
        onChange={(chosen) => form.setFieldValue('country', chosen === null ? '' : countryName(chosen, 'en'))}
      />
      {isIndia ? (
        <Select
          label={t('State or region')}
          data={stateNames}
          searchable
          clearable
          {...form.getInputProps('state')}
          value={form.values.state || null}
          onChange={(chosen) => form.setFieldValue('state', chosen ?? '')}
        />
      ) : (
        <TextInput label={t('State or region')} autoComplete="address-level1" {...form.getInputProps('state')} />
      )}
    </>
  )
}

function WorkspaceFields({ form, organization }: { form: Form; organization: Organization }) {
  const isOwner = organization.role === 'OWNER'
  return (
    <div className={classes.form}>
      <TextInput
        label={t('Billing email')}
        type="email"
        disabled={!isOwner}
        description={isOwner ? undefined : t('Only the owner can change it.')}
        {...form.getInputProps('billingEmail')}
      />
      <TextInput label={t('Tax ID')} {...form.getInputProps('taxId')} />
      <Select
        label={t('Time zone')}
        description={t('Days and months of the dashboard begin at midnight here.')}
        data={timeZones(organization.timeZone)}
        searchable
        allowDeselect={false}
        limit={100}
        nothingFoundMessage={t('Unknown time zone name')}
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
    </div>
  )
}

/** Every zone the browser knows; UTC is not among them everywhere, and the current one may be an older name. */
const timeZones = (current: string): string[] => [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])]
