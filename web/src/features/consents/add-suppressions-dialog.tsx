import { Select, TextInput, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { suppressionChannels } from '@imperium/contract/contacts/consents.ts'
import type { SuppressionChannel } from '@imperium/contract/contacts/consents.ts'
import { notify } from '../../lib/notify.ts'
import { plural, t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { addSuppressionsMutation } from './api.ts'
import classes from './consents.module.css'
import { channelLabels } from './consent-labels.ts'

/** One address or a pasted list that must not be reached again. What cannot be read stays in the field. */
export function AddSuppressionsDialog({ onClose }: { onClose: () => void }) {
  const add = useMutation(addSuppressionsMutation)
  const [channel, setChannel] = useState<SuppressionChannel>('email')
  const [addresses, setAddresses] = useState('')
  const [detail, setDetail] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(
      { body: { channel, addresses, detail } },
      {
        onSuccess: (result) => {
          notify.success(plural(result.added, { one: '{count} address added', other: '{count} addresses added' }))
          if (result.invalid === 0) onClose()
          else setAddresses(result.examples.join('\n'))
        },
      },
    )
  }
  const left = add.data?.invalid ?? 0
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Add addresses')}
      onSubmit={submit}
      submitLabel={t('Add to the list')}
      busyLabel={t('Adding...')}
      busy={add.isPending}
      disabledReason={addresses.trim().length < 3 ? t('Paste at least one address') : undefined}
      width={520}
    >
      <Select
        label={t('Channel')}
        data={suppressionChannels.map((value) => ({ value, label: channelLabels[value] }))}
        value={channel}
        allowDeselect={false}
        onChange={(next) => setChannel(suppressionChannels.find((each) => each === next) ?? 'email')}
      />
      <Textarea
        label={t('Addresses')}
        description={t('One per line, or separated by commas. Up to 10,000 at a time.')}
        autosize
        minRows={5}
        maxRows={12}
        data-autofocus
        value={addresses}
        error={
          add.error
            ? add.error.message
            : left > 0 &&
              plural(left, {
                one: '{count} could not be read. It is shown below.',
                other: '{count} could not be read. The first ones are shown.',
              })
        }
        onChange={(event) => setAddresses(event.currentTarget.value)}
      />
      <TextInput
        label={t('Note')}
        placeholder={t('Asked us on the phone')}
        maxLength={300}
        value={detail}
        onChange={(event) => setDetail(event.currentTarget.value)}
      />
      <p className={classes.text}>{t('Addresses on the list never get campaigns.')}</p>
    </FormDialog>
  )
}
