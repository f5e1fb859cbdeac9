import { ActionIcon, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { t } from '../../lib/words.ts'
import type { AccountForm } from './account-form.ts'
import classes from './channels.module.css'

const most = 20

/** HTTP headers of every call. Values are write-only: a blank field keeps the stored one. */
export function HeaderFields({ form, isKept }: { form: AccountForm; isKept: boolean }) {
  const { headers } = form.values
  return (
    <div role="group" aria-label={t('Headers')} className={classes.headers}>
      <p className={classes.headersTitle}>{t('Headers')}</p>
      {headers.map((header, index) => (
        // Rows have no other identifier.
        <div key={index} className={classes.header}>
          <TextInput
            aria-label={t('Name of header {number}', { number: index + 1 })}
            autoComplete="off"
            {...form.getInputProps(`headers.${index}.name`)}
          />
          <PasswordInput
            aria-label={t('Value of header {number}', { number: index + 1 })}
            placeholder={isKept && header.value === '' ? t('Kept as it is') : undefined}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the secret') }}
            {...form.getInputProps(`headers.${index}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={t('Remove header {number}', { number: index + 1 })}
            onClick={() => form.removeListItem('headers', index)}
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
        disabled={headers.length >= most}
        onClick={() => form.insertListItem('headers', { name: '', value: '' })}
      >
        {t('Add a header')}
      </Button>
    </div>
  )
}
