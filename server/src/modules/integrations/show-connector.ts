import { readKey } from '@imperium/contract/kit/message.ts'
import { Connection } from '@imperium/contract/integrations.ts'
import type { Connector as ShownConnector, IntegrationAction } from '@imperium/contract/integrations.ts'
import type { Platform } from '../../platform/platform.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'
import { connectors } from './connectors/index.ts'
import { leftOutOf } from './actions-of.ts'
import { formOfInput } from './form-of-input.ts'
import { isReadOnly } from './kit/action.ts'
import type { Action } from './kit/action.ts'
import type { Auth } from './kit/auth.ts'
import { isDiscovered } from './kit/connector.ts'
import type { Connector } from './kit/connector.ts'
import type { Trigger } from './kit/trigger.ts'
import { createBreather } from '../../platform/breathe.ts'
import { fieldsOf } from './auth-fields.ts'

let shown: ShownConnector[] | undefined

/** All connectors, as the page shows them. */
export const showConnectors = (): ShownConnector[] => (shown ??= [...connectors.values()].map(showConnector))

const showConnector = (connector: Connector): ShownConnector => ({
  id: connector.id,
  name: connector.name,
  description: connector.description,
  category: connector.category,
  isPopular: connector.isPopular ?? false,
  logo: connector.logo ?? null,
  auth: connector.auth.map((auth) => showAuth(connector, auth)),
  actions: showActions(connector.actions),
  triggers: Object.entries(connector.triggers ?? {}).map(([id, trigger]) => showTrigger(id, trigger)),
  isDocumented: connector.isDocumented ?? false,
  isDiscovered: isDiscovered(connector),
})

const showAction = (id: string, action: Action): IntegrationAction => ({
  id,
  title: action.title,
  description: action.description,
  isReadOnly: isReadOnly(action),
  form: formOfInput(action.input),
  sample: asJson(action.sample),
})

const showActions = (actions: Connector['actions']): IntegrationAction[] =>
  Object.entries(actions).map(([id, action]) => showAction(id, action))

/** Those of a connection: a large document has thousands. */
export async function showOwnActions(actions: Iterable<readonly [string, Action]>): Promise<IntegrationAction[]> {
  const breathe = createBreather()
  const shown: IntegrationAction[] = []
  for (const [id, action] of actions) {
    await breathe()
    shown.push(showAction(id, action))
  }
  return shown
}

const showTrigger = (id: string, trigger: Trigger): ShownConnector['triggers'][number] => ({
  id,
  title: trigger.title,
  description: trigger.description,
  kind: trigger.kind,
  setup: trigger.kind === 'hook' ? trigger.setup : '',
  form: formOfInput(trigger.input),
  sample: asJson(trigger.sample),
})

const showAuth = (connector: Connector, auth: Auth): ShownConnector['auth'][number] => ({
  kind: auth.kind,
  label: auth.label,
  fields: fieldsOf(connector, auth).map(
    ({ key, label, hint = '', placeholder = '', isSecret = false, isOptional = false, kind = 'text' }) => ({
      key,
      label,
      hint,
      placeholder,
      isSecret,
      isOptional,
      kind,
    }),
  ),
})

const asJson = (value: unknown): IntegrationAction['sample'] => JSON.parse(JSON.stringify(value ?? null)) as IntegrationAction['sample']

interface SharedColumns {
  id: string
  connector: string
  fields: unknown
  hook_token: string | null
  last_sync_at: Date | null
  error: string | null
  error_key: unknown
  hasHookSecret: boolean
  document: unknown
  status: string
  roles: string[]
}

/** A connection without its secrets. */
export const toConnection = replyOf(Connection, (row: SharedColumns, platform: Platform) => ({
  connectorId: row.connector,
  // The table's check constraint, and the contract before it was written, allow only its values.
  fields: row.fields as Connection['fields'],
  status: row.status as Connection['status'],
  roles: row.roles as Connection['roles'],
  lastSync: row.last_sync_at,
  errorKey: readKey(row.error, row.error_key),
  webhookUrl: row.hook_token === null ? null : hookUrl(platform, row.hook_token),
  hasHookSecret: row.hasHookSecret,
  leftOut: leftOutOf(row).length,
}))

export const hookUrl = ({ config }: Platform, token: string): string => `${config.publicUrl}/api/integration-hooks/${token}`
