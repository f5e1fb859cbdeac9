import { Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ProfileFields } from '@imperium/contract/organizations.ts'
import type { OrganizationProfile } from '@imperium/contract/organizations.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { organizationProfileQuery, updateProfileMutation } from './api.ts'

interface PostalAddressDialogProps {
  onClose: () => void
  onSaved: () => void
}

/** Asks for the postal address of the organization where it is missing, such as before a campaign. */
export function PostalAddressDialog(props: PostalAddressDialogProps) {
  const { data } = useQuery(organizationProfileQuery(useOrganization().id))
  if (data) return <AddressForm {...props} profile={data} />
  return (
    <FormDialog
      opened
      onClose={props.onClose}
      title={t('Postal address')}
      submitLabel={t('Save')}
      onSubmit={props.onClose}
      disabledReason={t('Loading')}
    >
      <Skeleton height={180} radius={8} />
    </FormDialog>
  )
}

const AddressFields = ProfileFields.pick({ address: true, city: true, country: true })

function AddressForm({ profile, onClose, onSaved }: PostalAddressDialogProps & { profile: OrganizationProfile }) {
  const refusal = useGate('organizations:update')
  const { address, city, country } = profile
  const form = useContractForm({ schema: AddressFields, initialValues: { address, city, country } })
  const save = useMutation(updateProfileMutation)
  const submit = form.onSubmit((values) => {
    if (values.address.trim() === '') return form.setFieldError('address', t('Enter the street address'))
    save.mutate(
      { params: { id: profile.id }, body: { ...values, updatedAt: profile.updatedAt } },
      {
        onSuccess: () => {
          onSaved()
          onClose()
        },
        onError: (error) => void showFieldErrors(form, error),
      },
    )
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Postal address')}
      onSubmit={submit}
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
      width={520}
    >
      {refusal ? (
        <Notice tone="warn">{t('Only an owner or an admin can enter the postal address. Ask one of them.')}</Notice>
      ) : (
        <p>{t('Many countries require a postal address in each campaign email. It appears in the footer.')}</p>
      )}
      <TextInput
        label={t('Street address')}
        withAsterisk
        autoComplete="street-address"
        data-autofocus
        disabled={refusal !== undefined}
        {...form.getInputProps('address')}
      />
      <TextInput label={t('City')} autoComplete="address-level2" disabled={refusal !== undefined} {...form.getInputProps('city')} />
      <TextInput label={t('Country')} autoComplete="country-name" disabled={refusal !== undefined} {...form.getInputProps('country')} />
    </FormDialog>
  )
}
