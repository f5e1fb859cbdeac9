import { ActionIcon, Button, MultiSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { HostGrant, hostMethods } from '@imperium/contract/agents.ts'
import { t } from '../../../lib/words.ts'
import { readHostGrant } from '../agent-labels.ts'
import classes from './form.module.css'

interface HostGrantsProps {
  value: readonly HostGrant[]
  onChange: (value: HostGrant[]) => void
  disabled: boolean
}

const grantOf = (host: string, methods: readonly string[]): HostGrant =>
  `host:${hostMethods.filter((method) => methods.includes(method)).join('+')}:${host}`

/** The host of what was typed, which may be a whole address; null for none. */
function readHost(text: string): string | null {
  const typed = text.trim().toLowerCase()
  const host = URL.parse(/^https?:\/\//.test(typed) ? typed : `https://${typed}`)?.host ?? ''
  return HostGrant.safeParse(grantOf(host, ['GET'])).success ? host : null
}

/** Hosts that the agent may send requests to, each with its methods. */
export function HostGrants({ value, onChange, disabled }: HostGrantsProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const add = () => {
    const host = readHost(typed)
    if (host === null) return setError(t('Enter a host such as api.example.com'))
    if (value.some((grant) => readHostGrant(grant).host === host)) return setError(t('This host is in the list already'))
    setTyped('')
    setError(null)
    onChange([...value, grantOf(host, ['GET'])])
  }
  const change = (index: number, methods: readonly string[]) =>
    // A host without a method would be no grant: it is removed by its button.
    methods.length > 0 && onChange(value.map((grant, at) => (at === index ? grantOf(readHostGrant(grant).host, methods) : grant)))
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {t('Hosts for HTTP requests')}
      </span>
      <p className={classes.about}>
        {t('The agent may send requests without credentials to these hosts, and read their pages where GET is allowed.')}
      </p>
      {value.map((grant, index) => {
        const { host, methods } = readHostGrant(grant)
        return (
          <div key={host} className={classes.host}>
            <span className={classes.hostName}>{host}</span>
            <MultiSelect
              aria-label={t('Methods of {host}', { host })}
              className={classes.hostMethods}
              data={[...hostMethods]}
              value={methods}
              onChange={(next) => change(index, next)}
              disabled={disabled}
            />
            <ActionIcon
              size={32}
              aria-label={t('Remove {name}', { name: host })}
              disabled={disabled}
              onClick={() => onChange(value.filter((each) => each !== grant))}
            >
              <IconX size={15} stroke={1.7} aria-hidden />
            </ActionIcon>
          </div>
        )
      })}
      <div className={classes.host}>
        <TextInput
          aria-label={t('Host')}
          className={classes.hostInput}
          placeholder="api.example.com"
          maxLength={300}
          value={typed}
          error={error}
          disabled={disabled}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button variant="default" disabled={disabled || typed.trim() === ''} onClick={add}>
          {t('Add')}
        </Button>
      </div>
    </div>
  )
}
