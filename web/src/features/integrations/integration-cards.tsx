import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { integrations } from '@imperium/contract/integrations.ts'
import type { Connection, Connector } from '@imperium/contract/integrations.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { reportError } from '../../lib/query-client.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { disconnectMutation, testMutation } from './api.ts'
import { categoryLabels, initialsOf, statusLabels } from './integration-labels.ts'
import type { IntegrationsSearch } from './integrations-search.ts'
import styles from '../../ui/styles.module.css'
import classes from './integrations.module.css'

export interface CardsProps {
  label: string
  services: readonly Connector[]
  connections: readonly Connection[]
  change: ChangeSearch<IntegrationsSearch>
  /** Why nothing can be changed now; undefined if it can. */
  refusal: string | undefined
  mayManage: boolean
}

/** Services as cards, each with its connections. */
export function IntegrationCards({ label, services, connections, ...rest }: CardsProps) {
  return (
    <ul className={`${styles.list} ${classes.cards}`} aria-label={label}>
      {services.map((service) => (
        <li key={service.id} className={classes.card}>
          <ServiceCard service={service} connections={connections.filter(({ connectorId }) => connectorId === service.id)} {...rest} />
        </li>
      ))}
    </ul>
  )
}

type ServiceProps = Omit<CardsProps, 'label' | 'services'> & { service: Connector }

function ServiceCard({ service, connections, change, refusal, mayManage }: ServiceProps) {
  const { id, name, description, category, actions, triggers, isDocumented, isDiscovered } = service
  return (
    <>
      <div className={styles.rowTop}>
        <span className={classes.logo} aria-hidden>
          {initialsOf(name)}
        </span>
        <div className={classes.words}>
          <h3 className={styles.partTitle}>{name}</h3>
          <span className={styles.textWrap}>{categoryLabels[category]}</span>
        </div>
        {mayManage && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={refusal !== undefined}
            title={refusal}
            aria-label={t('Connect {name}', { name })}
            onClick={() => change({ connect: id })}
          >
            {connections.length === 0 ? t('Connect') : t('Add')}
          </Button>
        )}
      </div>
      <p className={styles.textWrap}>{description}</p>
      <p className={styles.textWrap}>
        {isDocumented
          ? t('Actions from your document')
          : isDiscovered
            ? t('Tools of your server')
            : [
                plural(actions.length, { one: '{count} action', other: '{count} actions' }),
                plural(triggers.length, { one: '{count} trigger', other: '{count} triggers' }),
              ].join(' · ')}
      </p>
      {connections.length > 0 && (
        <ul className={`${styles.list} ${classes.connections}`} aria-label={t('Connections of {name}', { name })}>
          {connections.map((connection) => (
            <li key={connection.id} className={styles.rowTop}>
              <ConnectionRow
                {...{ connection, change, refusal, mayManage, hasTools: isDiscovered }}
                signsIn={service.auth[connection.auth]?.kind === 'oauth2'}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface RowProps extends Pick<CardsProps, 'change' | 'refusal' | 'mayManage'> {
  connection: Connection
  /** Those of an MCP server. */
  hasTools: boolean
  /** At the provider. */
  signsIn: boolean
}

function ConnectionRow({ connection, change, refusal, mayManage, ...kind }: RowProps) {
  const { id, name, status, account, keyPreview, lastSync, error, errorKey, leftOut } = connection
  const { tone, label } = statusLabels[status]
  return (
    <>
      <div className={classes.words}>
        <span className={classes.connectionName}>{name}</span>
        <StatusDot tone={tone} label={label} />
        <span className={styles.textWrap}>{[account, keyPreview].filter(Boolean).join(' · ')}</span>
        {lastSync && (
          <span className={styles.textWrap}>
            {t('Last sync')} <RelativeTime at={lastSync} />
          </span>
        )}
        {error && <span className={`${styles.textWrap} ${classes.error}`}>{translateMessage({ message: error, ...errorKey })}</span>}
        {leftOut > 0 && (
          <Button size="compact-xs" variant="subtle" className={classes.leftOut} onClick={() => change({ left: id })}>
            {plural(leftOut, { one: '{count} skipped or incomplete', other: '{count} skipped or incomplete' })}
          </Button>
        )}
      </div>
      {mayManage && <ConnectionMenu {...{ connection, change, refusal, ...kind }} />}
    </>
  )
}

function ConnectionMenu({ connection, change, refusal, hasTools, signsIn }: Omit<RowProps, 'mayManage'>) {
  const { id, name, status } = connection
  const test = useMutation(testMutation)
  const remove = useMutation(disconnectMutation)
  const signIn = useMutation({
    mutationFn: () => call(integrations.authorize, { params: { id } }),
    meta: { failure: t('The sign-in could not begin') },
    onSuccess: ({ location }) => globalThis.location.assign(location),
  })
  async function disconnect(): Promise<void> {
    const users = await call(integrations.dependants, { params: { id } }).catch((error: unknown) => {
      reportError(error, t('What uses this integration could not be read'))
      return null
    })
    if (users === null) return
    if (users.length > 0) {
      const names = users.map((user) => `${user.kind === 'agent' ? t('Agent') : t('Workflow')} ${user.name}`).join(', ')
      return notify.error(t('{name} is in use: {users}. Remove it there first.', { name, users: names }))
    }
    const isSure = await confirm({
      title: t('Disconnect {name}', { name }),
      message: t('Are you sure you want to disconnect this integration? Its credentials are deleted.'),
      action: t('Disconnect'),
    })
    if (isSure) remove.mutate({ params: { id } })
  }
  const isOff = refusal !== undefined
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('Actions for {name}', { name })}>
          <IconDots size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={isOff} onClick={() => change({ configure: id })}>
          {t('Configure')}
        </Menu.Item>
        {hasTools && (
          <Menu.Item disabled={isOff} onClick={() => change({ tools: id })}>
            {t('Tools')}
          </Menu.Item>
        )}
        {signsIn && (
          <Menu.Item disabled={isOff || signIn.isPending} onClick={() => signIn.mutate()}>
            {status === 'waiting' ? t('Sign in') : t('Sign in again')}
          </Menu.Item>
        )}
        {status !== 'waiting' && (
          <Menu.Item disabled={isOff || test.isPending} onClick={() => test.mutate({ params: { id } })}>
            {t('Test connection')}
          </Menu.Item>
        )}
        <Menu.Item color="red" disabled={isOff || remove.isPending} onClick={() => void disconnect()}>
          {t('Disconnect')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
