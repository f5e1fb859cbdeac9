import { ActionIcon, Button, PasswordInput, Select, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { environments } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { formatMoment } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { removeSecretMutation, setSecretMutation } from './api.ts'
import { environmentLabels } from './artifact-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './code-artifacts.module.css'

interface ViewProps {
  artifact: CodeArtifact
  refusal: string | undefined
}

type Environment = (typeof environments)[number]
type Secret = CodeArtifact['secrets'][number]

/** Secrets that the code reads, for each environment its own. A value is never shown again. */
export function SecretsView({ artifact: { id, secrets }, refusal }: ViewProps) {
  const remove = useMutation(removeSecretMutation)
  async function askToDelete({ environment, name }: Secret): Promise<void> {
    const message = t('Code that reads "{name}" gets no value any more.', { name })
    if (await confirm({ title: t('Delete secret'), message, action: t('Delete') })) remove.mutate({ params: { id, environment, name } })
  }
  return (
    <section aria-label={t('Secrets')} className={styles.stack}>
      <h3 className={classes.head}>{t('Secrets')}</h3>
      <p className={styles.text}>{t('The code reads them as secrets["NAME"]. Staging and production have their own.')}</p>
      <ul className={`${styles.list} ${classes.rows}`} aria-label={t('Secrets')}>
        {secrets.map((secret) => (
          <li key={`${secret.environment} ${secret.name}`}>
            <span>
              {environmentLabels[secret.environment]} · <code>{secret.name}</code>
            </span>
            <span className={styles.row}>
              <span className={styles.muted}>
                {secret.setBy}, {formatMoment(secret.updatedAt)}
              </span>
              <ActionIcon
                aria-label={t('Delete: {name}', { name: secret.name })}
                disabled={refusal !== undefined || remove.isPending}
                title={refusal}
                onClick={() => void askToDelete(secret)}
              >
                <IconTrash size={17} stroke={1.7} aria-hidden />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ul>
      <SecretForm id={id} refusal={refusal} />
    </section>
  )
}

const nameRule = /^[A-Z][A-Z0-9_]{0,59}$/

function SecretForm({ id, refusal }: { id: string; refusal: string | undefined }) {
  const [environment, setEnvironment] = useState<Environment>('staging')
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const save = useMutation(setSecretMutation)
  const isWrong = name !== '' && !nameRule.test(name)
  function send(event: FormEvent): void {
    event.preventDefault()
    save.mutate(
      { params: { id, environment, name }, body: { value } },
      {
        onSuccess: () => {
          setName('')
          setValue('')
        },
      },
    )
  }
  return (
    <form className={classes.secretForm} onSubmit={send}>
      <Select
        label={t('Environment')}
        allowDeselect={false}
        value={environment}
        data={environments.map((each) => ({ value: each, label: environmentLabels[each] }))}
        onChange={(next) => setEnvironment(next === 'production' ? 'production' : 'staging')}
      />
      <TextInput
        label={t('Name')}
        placeholder="API_KEY"
        maxLength={60}
        value={name}
        error={isWrong ? t('Use capital letters, digits and _, starting with a letter') : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('Value')}
        autoComplete="off"
        maxLength={4_000}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        disabled={refusal !== undefined || isWrong || name === '' || value === '' || save.isPending}
        title={refusal}
      >
        {t('Save secret')}
      </Button>
    </form>
  )
}
