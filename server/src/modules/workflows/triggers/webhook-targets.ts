import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import { atMost } from '../../../platform/jobs/at-most.ts'
import type { Platform } from '../../../platform/platform.ts'
import { idOfSlug } from '../../organizations/index.ts'
import { webhookPlace } from './webhook-secret.ts'
import { workflowTriggersChanged } from '../engine/workflow-signals.ts'

/** The workflow behind an address. */
export interface WebhookTarget {
  orgId: string
  workflowId: string
  version: number
  secret: string
  check: 'none' | 'secret' | 'signature'
  respond: 'at_once' | 'workflow'
  timeoutMs: number
}

interface WebhookConfig {
  check: WebhookTarget['check']
  respond: WebhookTarget['respond']
  timeoutSeconds: number
}

export interface WebhookTargets {
  /** null: unknown address, inactive workflow, or suspended organization. */
  find(slug: string, path: string): Promise<WebhookTarget | null>
}

// A suspension sends no signal here: it takes effect within this time.
const rememberMs = 30_000
/** Guessing addresses must not cost a statement each. */
const rememberNoneMs = 5_000

type Found = { target: WebhookTarget | null }

/** Looks up addresses and caches them until a signal reports a change. */
export function createWebhookTargets(platform: Platform): WebhookTargets {
  const known = new LRUCache<string, Found>(atMost(20_000))
  /** Look-ups in flight, by address. */
  const lookups = new Map<string, Promise<Found>>()
  // A result that was read before a change and arrives after it is not cached.
  let changes = 0
  const invalidate = (concerns: (found: Found) => boolean) => {
    changes += 1
    lookups.clear()
    for (const [key, found] of known.entries()) if (concerns(found)) known.delete(key)
  }
  platform.live.on(workflowTriggersChanged, ({ orgId }) => invalidate(({ target }) => target === null || target.orgId === orgId))
  platform.live.onGap(() => invalidate(() => true))

  const look = async (key: string, slug: string, path: string): Promise<Found> => {
    const seen = changes
    const found = { target: await findTarget(platform, slug, path) }
    if (seen === changes) known.set(key, found, { ttl: found.target ? rememberMs : rememberNoneMs })
    return found
  }
  return {
    find: async (slug, path) => {
      const key = `${slug}/${path}`
      const found = known.get(key)
      if (found) return found.target
      // Concurrent calls to an address that is not cached share one query.
      const lookup = lookups.get(key) ?? look(key, slug, path).finally(() => lookups.delete(key))
      lookups.set(key, lookup)
      return (await lookup).target
    },
  }
}

async function findTarget({ db, keyRing }: Platform, slug: string, path: string): Promise<WebhookTarget | null> {
  const { rows } = await db.withSystem((tx) =>
    sql<{ orgId: string; workflowId: string; version: number; secret: string; config: WebhookConfig }>`
      select t.org_id as "orgId", t.workflow_id as "workflowId", t.version, t.secret, t.config
      from app.workflow_triggers t
      where t.org_id = ${idOfSlug(slug)} and t.kind = 'webhook' and t.enabled and t.path = ${path}`.execute(tx),
  )
  const [row] = rows
  if (!row) return null
  const { config, secret, ...ids } = row
  const opened = keyRing.decrypt(secret, webhookPlace(row.workflowId))
  return { ...ids, secret: opened, check: config.check, respond: config.respond, timeoutMs: config.timeoutSeconds * 1_000 }
}
