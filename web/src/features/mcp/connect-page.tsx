import { Button, Checkbox, Loader, Select } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { McpRequest } from '@imperium/contract/mcp/mcp.ts'
import { isInPlaceOfSignIn } from '@imperium/contract/permissions.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import { organizationsQuery } from '../../lib/own-organizations.ts'
import { useUser } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LogoWithName } from '../../ui/logo.tsx'
import { useDocumentTitle } from '../../ui/page/page.tsx'
import { scopeLabels } from '../api-keys/index.ts'
import { switchOrganization } from '../organizations/index.ts'
import { connectMutation, requestQuery } from './api.ts'
import { isSupported, refusalAddress } from './connect-search.ts'
import type { ConnectSearch } from './connect-search.ts'
import classes from './mcp.module.css'

const route = getRouteApi('/connect-assistant')

/** /connect-assistant: a member decides what an AI assistant may do in their name. */
export function ConnectPage() {
  useDocumentTitle(t('Connect an AI assistant'))
  const search = route.useSearch()
  const request = useQuery({ ...requestQuery(search), enabled: isSupported(search) })
  return (
    <div className={classes.screen}>
      <main className={classes.panel}>
        <span className={classes.brand}>
          <LogoWithName />
        </span>
        {!isSupported(search) && (
          <EmptyState icon={IconPlugConnected} title={t('This link is incomplete')} text={t('Start again from your assistant.')} />
        )}
        {request.isLoading && (
          <p className={classes.text} role="status">
            <Loader size={16} aria-hidden /> {t('Loading...')}
          </p>
        )}
        {request.error && (
          <ErrorState error={request.error} title={t('This assistant cannot be connected')} onRetry={() => void request.refetch()} />
        )}
        {request.data && (
          <Consent key={request.data.scopes.join()} search={search} request={request.data} onSwitched={() => void request.refetch()} />
        )}
      </main>
    </div>
  )
}

interface ConsentProps {
  search: ConnectSearch
  request: McpRequest
  onSwitched: () => void
}

function Consent({ search, request, onSwitched }: ConsentProps) {
  const { clientName, redirectOrigin, isOnThisDevice, scopes } = request
  const [chosen, setChosen] = useState<readonly KeyScope[]>(scopes.filter((scope) => !isInPlaceOfSignIn(scope)))
  const connect = useMutation({ ...connectMutation, onSuccess: ({ location }) => window.location.assign(location) })
  const submit = () =>
    connect.mutate({
      body: {
        clientId: search.client_id,
        redirectUri: search.redirect_uri,
        scopes: scopes.filter((scope) => chosen.includes(scope)),
        codeChallenge: search.code_challenge,
        ...(search.state ? { state: search.state } : {}),
        ...(search.resource ? { resource: search.resource } : {}),
      },
    })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h1 className={classes.title}>{t('Connect {client}?', { client: clientName })}</h1>
      <p className={classes.text}>
        {t('It acts in your name and can never do more than you. You can disconnect it at any time in Settings, AI assistants.')}
      </p>
      <p className={classes.target}>
        {isOnThisDevice
          ? t('Access goes to a program on this device ({host}).', { host: redirectOrigin })
          : t('Access goes to {host}. Continue only if you trust this address.', { host: redirectOrigin })}
      </p>
      <OrganizationChoice onSwitched={onSwitched} />
      <fieldset className={classes.scopes}>
        <legend className={classes.legend}>{t('It may')}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeLabels[scope]}
            description={
              isInPlaceOfSignIn(scope) ? t('You are asked for a fresh sign-in before this; the assistant does it without one.') : undefined
            }
            checked={chosen.includes(scope)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen((before) => (checked ? [...before, scope] : before.filter((each) => each !== scope)))
            }
          />
        ))}
      </fieldset>
      {scopes.length === 0 && (
        <p className={classes.text}>{t('Your role in this organization allows none of the access it requests. Ask an administrator.')}</p>
      )}
      {connect.error && <ErrorState error={connect.error} title={t('The assistant could not be connected')} plain />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => window.location.assign(refusalAddress(search))}>
          {t('Cancel')}
        </Button>
        <Button type="submit" disabled={chosen.length === 0 || connect.isPending}>
          {t('Connect')}
        </Button>
      </div>
    </form>
  )
}

/** The organization that the assistant works in; a member of one has no choice to make. */
function OrganizationChoice({ onSwitched }: { onSwitched: () => void }) {
  const { organization } = useUser()
  const { data: all = [] } = useQuery(organizationsQuery)
  const change = useMutation({ mutationFn: switchOrganization, onSuccess: onSwitched })
  if (all.length < 2) return <p className={classes.text}>{t('Organization: {name}', { name: organization?.name ?? '' })}</p>
  return (
    <Select
      label={t('Organization')}
      data={all.map(({ slug, name }) => ({ value: slug, label: name }))}
      value={organization?.slug ?? null}
      allowDeselect={false}
      disabled={change.isPending}
      onChange={(slug) => slug && change.mutate(slug)}
    />
  )
}
