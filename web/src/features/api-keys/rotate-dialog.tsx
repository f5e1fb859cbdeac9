import { NumberInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { RotateKeyBody, keyLimits } from '@imperium/contract/api-keys.ts'
import type { ApiKey, CreatedApiKey } from '@imperium/contract/api-keys.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { rotateMutation } from './api.ts'
import styles from '../../ui/styles.module.css'

const { min, max, default: usual } = keyLimits.overlapHours

interface RotateDialogProps {
  of: ApiKey
  onMade: (key: CreatedApiKey) => void
  onClose: () => void
}

/** Replaces a key by a new one, with a while in which both work. */
export function RotateDialog({ of: key, onMade, onClose }: RotateDialogProps) {
  const rotate = useMutation(rotateMutation)
  const form = useContractForm({ schema: RotateKeyBody, initialValues: { overlapHours: usual } })
  const submit = form.onSubmit((body) =>
    rotate.mutate({ params: { id: key.id }, body }, { onSuccess: onMade, onError: (error) => showFieldErrors(form, error) }),
  )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Rotate API key')}
      onSubmit={submit}
      submitLabel={t('Rotate')}
      busyLabel={t('Rotating...')}
      busy={rotate.isPending}
      width={460}
    >
      <p className={styles.text}>
        {t('{name} gets a new key immediately. The old one keeps working for a while so that you can replace it.', { name: key.name })}
      </p>
      <NumberInput
        label={t('Hours while both keys work')}
        description={t('0 to {max}. With 0 the old key stops working immediately.', { max })}
        min={min}
        max={max}
        clampBehavior="none"
        allowDecimal={false}
        data-autofocus
        {...form.getInputProps('overlapHours')}
      />
    </FormDialog>
  )
}
