import type { z } from 'zod'
import type { AcceptToolsBody, Connection, ToolChange } from '@imperium/contract/integrations.ts'
import { conflict } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, found, nextStamp } from '../../platform/resources/checks.ts'
import { present } from './change-connections.ts'
import { connectors } from './connectors/index.ts'
import { compareTools, hasChanged, takeTools } from './documented/compare-tools.ts'
import { StoredDocument } from './documented/stored-document.ts'
import { isDiscovered } from './kit/connector.ts'
import { ServiceError } from './kit/service-error.ts'
import { faultColumns, findConnection, lockConnection, works, writeConnection } from './store.ts'
import type { ConnectionRow } from './store.ts'
import { changedTools, tryCredentials } from './test-connection.ts'
import { openConnection } from './use-connection.ts'

type WithoutTx = Omit<OrgContext, 'tx'>

/** The tools of a connected server, accepted and offered. Nothing is accepted by looking. @throws 404; 409 with the server's words */
export async function reviewTools(platform: Platform, context: WithoutTx, id: string): Promise<ToolChange[]> {
  const row = found(await context.inOrg((tx) => findConnection(tx, id)))
  const { tools } = await offered(platform, context, row)
  return compareTools(pinnedOf(row).tools, tools)
}

/** @throws 404; 409 where the server does not answer, the connection changed meanwhile, or describes a tool otherwise than it was shown */
export async function acceptTools(
  platform: Platform,
  context: WithoutTx,
  id: string,
  body: z.output<typeof AcceptToolsBody>,
): Promise<Connection> {
  const before = found(await context.inOrg((tx) => findConnection(tx, id)))
  const { tools, leftOut } = await offered(platform, context, before)
  const after = await context.inOrg(async (tx) => {
    const row = found(await lockConnection(tx, id))
    // The server was asked before: by now the connection may lead to another one.
    assertFresh(row, before.updated_at.toISOString())
    const taken = takeTools(pinnedOf(row), tools, body)
    if (!taken) throw conflict('The server changed a tool again. Look at it once more.')
    const now = platform.clock.now()
    const state = hasChanged(taken.tools, tools)
      ? { status: 'failing', ...faultColumns(changedTools), failing_since: row.failing_since ?? now }
      : works
    await writeConnection(tx, id, {
      document: JSON.stringify({ ...taken, leftOut }),
      ...state,
      tested_at: now,
      updated_at: nextStamp(row, now),
    })
    return found(await findConnection(tx, id))
  })
  context.audit({ targetId: id, targetName: after.name, after: { accepted: body.accept.map(({ name }) => name), dropped: body.drop } })
  return present(platform, after)
}

const pinnedOf = ({ document }: ConnectionRow): StoredDocument =>
  StoredDocument.safeParse(document).data ?? { title: '', baseUrl: '', operations: [], tools: [], retiredIds: [], leftOut: [] }

async function offered(platform: Platform, { org, signal }: WithoutTx, row: ConnectionRow): Promise<StoredDocument> {
  const connector = connectors.get(row.connector)
  if (!connector || !isDiscovered(connector)) throw conflict('This connection has no tools of a server.')
  try {
    const outcome = await tryCredentials(platform, await openConnection(platform, org.id, row, signal()), signal())
    if (outcome.ok) return StoredDocument.parse(outcome.offer)
    throw conflict(outcome.error)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw conflict(error.text)
  }
}
