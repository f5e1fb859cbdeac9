import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { Passkey, TwoFactorStatus } from '@imperium/contract/auth/two-factor.ts'
import { describeError } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { hasPasskeys } from '../../../lib/passkeys.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import { addPasskeyMutation, passkeyMessage, removePasskeyMutation, renamePasskeyMutation } from './api.ts'
import styles from '../../../ui/styles.module.css'
import classes from './two-factor.module.css'

interface PasskeysCardProps {
  status: TwoFactorStatus
  onCodes: (codes: string[]) => void
}

/** The passkeys of the account: a second factor, and a sign-in without password. */
export function PasskeysCard({ status, onCodes }: PasskeysCardProps) {
  const [naming, setNaming] = useState<Passkey | 'new' | null>(null)
  const remove = useMutation(removePasskeyMutation)
  async function confirmAndRemove(passkey: Passkey): Promise<void> {
    const isLast = status.passkeys.length === 1 && status.authenticatorSince === null
    const message = isLast
      ? t(
          'It is your last second factor: your password alone will sign you in. Your recovery codes stop working, and your other sessions end.',
        )
      : t('It no longer signs you in. Your other sessions end.')
    if (await confirm({ title: t('Remove passkey'), message, action: t('Remove') })) remove.mutate({ params: { id: passkey.id } })
  }
  return (
    <Card
      title={t('Passkeys')}
      aside={
        hasPasskeys() && (
          <Button variant="default" size="xs" leftSection={<IconKey size={15} stroke={1.7} aria-hidden />} onClick={() => setNaming('new')}>
            {t('Add a passkey')}
          </Button>
        )
      }
    >
      <p className={styles.text}>
        {t('Your fingerprint, face or screen lock signs you in, or confirms a sign-in by password. Passkeys cannot be guessed or phished.')}
      </p>
      {!hasPasskeys() && <p className={styles.text}>{t('This browser does not support passkeys here.')}</p>}
      {status.passkeys.length > 0 && (
        <ul className={classes.passkeys} aria-label={t('Passkeys')}>
          {status.passkeys.map((passkey) => (
            <PasskeyLine
              key={passkey.id}
              passkey={passkey}
              onRename={() => setNaming(passkey)}
              onRemove={() => void confirmAndRemove(passkey)}
            />
          ))}
        </ul>
      )}
      {naming === 'new' && <AddDialog onClose={() => setNaming(null)} onCodes={onCodes} />}
      {naming !== null && naming !== 'new' && <RenameDialog passkey={naming} onClose={() => setNaming(null)} />}
    </Card>
  )
}

interface PasskeyLineProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyLine({ passkey, onRename, onRemove }: PasskeyLineProps) {
  const { name, createdAt, lastUsedAt } = passkey
  const date = formatDate(createdAt)
  const texts = lastUsedAt ? t('Added on {date}, last used <when></when>', { date }) : t('Added on {date}, not used yet', { date })
  return (
    <li>
      <IconKey size={18} stroke={1.6} aria-hidden className={classes.glyph} />
      <div className={classes.words}>
        <p className={classes.strong}>{name}</p>
        <p className={styles.text}>
          <Rich text={texts} tags={{ when: <RelativeTime at={lastUsedAt} /> }} />
        </p>
      </div>
      <Tooltip label={t('Rename')}>
        <ActionIcon variant="subtle" size={30} aria-label={t('Rename {name}', { name })} onClick={onRename}>
          <IconPencil size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('Remove')}>
        <ActionIcon variant="subtle" size={30} aria-label={t('Remove {name}', { name })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}

function AddDialog({ onClose, onCodes }: { onClose: () => void; onCodes: (codes: string[]) => void }) {
  const add = useMutation(addPasskeyMutation)
  return (
    <NameDialog
      title={t('Add a passkey')}
      text={t('Your browser then asks which device or security key to use.')}
      initial=""
      submitLabel={t('Continue')}
      busy={add.isPending}
      busyLabel={t('Waiting for your device...')}
      onClose={onClose}
      onName={(name, fail) =>
        add.mutate(name, {
          onSuccess: ({ recoveryCodes }) => {
            notify.success(t('Passkey added'))
            onClose()
            if (recoveryCodes) onCodes(recoveryCodes)
          },
          onError: (error) => fail(passkeyMessage(error) ?? describeError(error).join(' ')),
        })
      }
    />
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useMutation(renamePasskeyMutation)
  return (
    <NameDialog
      title={t('Rename passkey')}
      initial={passkey.name}
      submitLabel={t('Save')}
      busy={rename.isPending}
      busyLabel={t('Saving...')}
      onClose={onClose}
      onName={(name, fail) =>
        rename.mutate(
          { params: { id: passkey.id }, body: { name } },
          { onSuccess: onClose, onError: (error) => fail(describeError(error).join(' ')) },
        )
      }
    />
  )
}

interface NameDialogProps {
  title: string
  text?: string
  initial: string
  submitLabel: string
  busyLabel: string
  busy: boolean
  onClose: () => void
  onName: (name: string, fail: (message: string) => void) => void
}

function NameDialog({ title, text, initial, onName, ...rest }: NameDialogProps) {
  const [name, setName] = useState(initial)
  const [message, setMessage] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() === '') return setMessage(t('Name the passkey'))
    onName(name, setMessage)
  }
  return (
    <FormDialog opened title={title} width={420} onSubmit={submit} {...rest}>
      {text && <p className={styles.text}>{text}</p>}
      <TextInput
        label={t('Name')}
        description={t('A name to recognize it, such as: Work laptop')}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setMessage(null)
        }}
        error={message}
        maxLength={60}
        data-autofocus
      />
    </FormDialog>
  )
}
