import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Slug } from '@imperium/contract/organizations.ts'
import { required } from '@imperium/contract/kit/fields.ts'
import { z } from 'zod'
import { t } from '../../lib/words.ts'
import { LogoWithName } from '../../ui/logo.tsx'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { createOrganizationMutation, switchOrganization } from './api.ts'
import { slugFrom } from './slug-from.ts'
import classes from './organizations.module.css'

const OrganizationForm = z.object({
  name: required(120, t('Organization name is required')),
  slug: z.union([z.literal(''), Slug]),
})

/** /create-organization: creates another organization with the signed-in user as owner. */
export function CreateOrganizationPage() {
  useDocumentTitle(t('Create organization'))
  const navigate = useNavigate()
  const form = useContractForm({ schema: OrganizationForm, initialValues: { name: '', slug: '' } })
  const create = useMutation({
    ...createOrganizationMutation,
    onSuccess: async ({ slug }) => {
      await switchOrganization(slug)
      await navigate({ to: '/org/$orgSlug/dashboard', params: { orgSlug: slug } })
    },
    onError: (error) => showFieldErrors(form, error),
  })
  const suggestion = slugFrom(form.values.name)
  const submit = form.onSubmit(({ name, slug }) =>
    create.mutate({ body: { name, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...(slug ? { slug } : {}) } }),
  )
  return (
    <div className={classes.screen}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <LogoWithName />
        </span>
        <Button
          component={Link}
          to="/select-organization"
          variant="subtle"
          leftSection={<IconArrowLeft size={16} stroke={1.7} aria-hidden />}
        >
          {t('Back')}
        </Button>
      </header>
      <main className={classes.body}>
        <h1 className={classes.title}>{t('Create organization')}</h1>
        <p className={classes.lead}>{t('Agents, runs and members of one organization are never visible to another.')}</p>
        <form onSubmit={submit} noValidate className={classes.form}>
          <TextInput label={t('Organization name')} autoFocus {...form.getInputProps('name')} />
          <TextInput
            label={t('Web address')}
            description={t('Lowercase letters, digits and hyphens. If empty, it is derived from the name.')}
            placeholder={suggestion}
            leftSection={<span className={classes.prefix}>/org/</span>}
            leftSectionWidth={52}
            {...form.getInputProps('slug')}
          />
          <Button type="submit" disabled={create.isPending}>
            {create.isPending ? t('Creating...') : t('Create organization')}
          </Button>
        </form>
      </main>
    </div>
  )
}
