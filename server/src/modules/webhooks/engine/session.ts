import type { GroupCommit } from '../../../platform/db/group-commit.ts'
import { createWakeup } from '../../../platform/events/wakeup.ts'
import type { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import { LeaseLostError } from '../../../platform/leases/lease-table.ts'
import type { Lease } from '../../../platform/leases/lease-table.ts'
import type { Platform } from '../../../platform/platform.ts'
import { attemptDelivery, nextAttemptAt } from '../../../platform/signed-http/attempt-delivery.ts'
import type { DeliveryAttempt } from '../../../platform/signed-http/attempt-delivery.ts'
import { storableJson, storableText } from '../../../platform/text/storable.ts'
import { disableWebhook } from '../disable-webhook.ts'
import { openEndpoint, withoutValues } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { LoggedBodies } from './logged-bodies.ts'
import { Pace } from './pace.ts'
import { boundFor, pauseMsAfter } from './pause.ts'
import { failPending, handBack, purge, readDue, readEndpoint } from './session-store.ts'
import type { DueDelivery, EndpointRow } from './session-store.ts'
import type { Settled } from './settle-store.ts'

/** A webhook without deliveries is held for so long, because events come in groups. */
const lingerMs = 2_000
const pollMs = 1_000
const rowsAtOnce = 1_000
const loadedAtOnce = 256

export interface SessionTools {
  platform: Platform
  settler: GroupCommit<Settled, boolean>
  /** Calls of all webhooks of this process. */
  calls: { inFlight: number; most: number }
}

/** Sends the deliveries of one webhook while this process holds its lease. */
export class WebhookSession {
  readonly #tools: SessionTools
  readonly #lease: Lease<{ webhook_id: 'uuid' }>
  readonly #handle: LeaseHandle
  readonly #ended = new AbortController()
  readonly #wakeup = createWakeup(this.#ended.signal)
  readonly #inFlight = new Map<string, Promise<void>>()
  readonly #pace = new Pace()
  readonly #bodies = new LoggedBodies()
  #row: EndpointRow | undefined
  #endpoint: Endpoint | undefined
  #waiting: DueDelivery[] = []
  #isStale = true
  #mayHaveMore = true
  #isStopping = false
  #failuresInRow = 0
  #pausedUntilMs = 0
  #idleSinceMs = performance.now()
  #failure: unknown

  constructor(tools: SessionTools, lease: Lease<{ webhook_id: 'uuid' }>, handle: LeaseHandle) {
    this.#tools = tools
    this.#lease = lease
    this.#handle = handle
  }

  get #id(): string {
    return this.#lease.key.webhook_id
  }

  /** New deliveries are due. */
  wake(): void {
    this.#mayHaveMore = true
    this.#wakeup.notify()
  }

  /** The webhook was changed: what was read of it is void. */
  reload(): void {
    this.#isStale = true
    this.wake()
  }

  /** Resolves with nothing once the webhook is let go of, or with 0 when it is to be handed back. */
  async run(): Promise<void | number> {
    this.#handle.whenStopping(() => this.#stop())
    this.#handle.signal.addEventListener('abort', () => this.#stop(), { once: true })
    try {
      return await this.#loop()
    } finally {
      this.#ended.abort()
      this.#wakeup.close()
    }
  }

  #stop(): void {
    this.#isStopping = true
    this.#wakeup.notify()
  }

  async #loop(): Promise<void | number> {
    for (;;) {
      if (this.#failure) {
        await Promise.all(this.#inFlight.values())
        throw this.#failure
      }
      if (!this.#handle.isSure()) throw new LeaseLostError(`webhook ${this.#id}`)
      if (this.#isStopping || this.#handle.isAtRest) {
        if (this.#inFlight.size === 0 || this.#handle.signal.aborted) return 0
        await this.#wakeup.next(pollMs)
        continue
      }
      if (await this.#refill()) return
      const paceMs = this.#startCalls()
      if (this.#isIdle() && (await this.#handBack())) return
      await this.#wakeup.next(paceMs > 0 ? Math.min(paceMs, pollMs) : this.#waitMs())
    }
  }

  #waitMs(): number {
    this.#mayHaveMore ||= this.#inFlight.size === 0 && this.#waiting.length === 0
    return this.#inFlight.size === 0 ? Math.min(pollMs, lingerMs / 4) : pollMs
  }

  /** Reads what is due when little is left. True when the webhook is gone. */
  async #refill(): Promise<boolean> {
    if (this.#isStale) this.#waiting = []
    const bound = this.#bound()
    if (!this.#isStale && !(this.#mayHaveMore && this.#waiting.length < bound)) return false
    const { platform } = this.#tools
    const known = [...this.#inFlight.keys(), ...this.#waiting.map(({ id }) => id)]
    const { isStale, limit } = { isStale: this.#isStale, limit: Math.min(loadedAtOnce, bound * 4) }
    this.#isStale = false
    this.#mayHaveMore = false
    await platform.db.withOrg(this.#lease.orgId, async (tx) => {
      if (isStale) this.#open(await readEndpoint(tx, this.#id))
      const due = await readDue(tx, this.#id, { known, limit, onlyTests: this.#isPaused() || !this.#row?.is_enabled })
      // Meanwhile the receiver may have asked for a pause, or the webhook was changed: `#startCalls` waits for the reload.
      this.#waiting.push(...due.filter((each) => each.is_test || !this.#isPaused()))
      // `wake` may have been called meanwhile.
      this.#mayHaveMore ||= due.length === limit
    })
    if (!this.#row || this.#row.is_deleted) return this.#purge()
    if (!this.#row.is_enabled) await this.#failPending()
    return false
  }

  #open(row: EndpointRow | undefined): void {
    this.#row = row
    this.#failuresInRow = row?.failures_in_row ?? 0
    // A member who acts ends the pause.
    this.#pausedUntilMs = performance.now() + (row?.paused_ms ?? 0)
    this.#endpoint = row && !row.is_deleted ? openEndpoint(this.#tools.platform, this.#id, row) : undefined
    this.#pace.set(row?.rate_per_second ?? null)
  }

  async #purge(): Promise<boolean> {
    this.#waiting = []
    await Promise.all(this.#inFlight.values())
    const isGone = await this.#tools.platform.db.withOrg(this.#lease.orgId, (tx) => purge(tx, this.#id, rowsAtOnce))
    this.#isStale = !isGone
    this.#wakeup.notify()
    return isGone
  }

  async #failPending(): Promise<void> {
    this.#waiting = this.#waiting.filter((each) => each.is_test)
    const ending = { error: 'The webhook is disabled.', limit: rowsAtOnce, inFlight: [...this.#inFlight.keys()] }
    const hasMore = await this.#tools.platform.db.withOrg(this.#lease.orgId, (tx) => failPending(tx, this.#id, ending))
    if (hasMore) this.wake()
  }

  #bound(): number {
    return boundFor(this.#failuresInRow, this.#tools.platform.config.webhookInFlight)
  }

  #isPaused(): boolean {
    return performance.now() < this.#pausedUntilMs
  }

  /** Starts what may start now. Milliseconds until the next place when the rate of the webhook holds it up. */
  #startCalls(): number {
    const { calls } = this.#tools
    if (this.#isStale) return 0
    const endpoint = this.#endpoint
    while (endpoint && this.#waiting.length > 0 && this.#inFlight.size < this.#bound()) {
      // Of a full process, each webhook has one call.
      if (calls.inFlight >= calls.most && this.#inFlight.size > 0) break
      const waitMs = this.#pace.take()
      if (waitMs > 0) return waitMs
      const next = this.#waiting.shift()
      if (next) this.#start(endpoint, next)
    }
    return 0
  }

  #start(endpoint: Endpoint, delivery: DueDelivery): void {
    const { calls } = this.#tools
    calls.inFlight += 1
    const work = this.#deliver(endpoint, delivery)
      .catch((error: unknown) => {
        this.#failure ??= error
      })
      .finally(() => {
        calls.inFlight -= 1
        this.#inFlight.delete(delivery.id)
        this.#idleSinceMs = performance.now()
        // A later delivery with its ordering key may be free now.
        this.#mayHaveMore ||= this.#waiting.length === 0
        this.#wakeup.notify()
      })
    this.#inFlight.set(delivery.id, work)
  }

  async #deliver(endpoint: Endpoint, delivery: DueDelivery): Promise<void> {
    const { platform, settler } = this.#tools
    const made = await attemptDelivery(
      { id: delivery.event_id, url: endpoint.url, headers: endpoint.headers, body: delivery.body, isTest: delivery.is_test },
      { httpOut: platform.httpOut, sign: endpoint.sign, now: () => platform.clock.now(), timeoutMs: platform.config.webhookTimeoutMs },
    )
    this.#judge(made, delivery)
    const { orgId, epoch } = this.#lease
    if (!(await settler.write(orgId, this.#settled(endpoint, delivery, made, epoch)))) throw new LeaseLostError(`webhook ${this.#id}`)
    if (made.outcome === 'gone') await disableWebhook(platform, { orgId, id: this.#id, reason: 'gone' })
  }

  #judge(made: DeliveryAttempt, { is_test: isTest }: DueDelivery): void {
    if (made.outcome === 'delivered') this.#failuresInRow = 0
    else if (!isTest) this.#failuresInRow += 1
    const pauseMs = isTest ? 0 : pauseMsAfter(made, this.#failuresInRow)
    if (pauseMs > 0) this.#pause(pauseMs)
    else if (made.outcome === 'delivered') this.#pausedUntilMs = 0
  }

  #pause(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, performance.now() + ms)
    this.#waiting = this.#waiting.filter((each) => each.is_test)
  }

  #settled(endpoint: Endpoint, delivery: DueDelivery, made: DeliveryAttempt, epoch: number): Settled {
    const { webhookRetryMs } = this.#tools.platform.config
    const failures = delivery.failures + (made.outcome === 'delivered' ? 0 : 1)
    const nextAt = delivery.is_test ? null : nextAttemptAt(made, failures, { waitsMs: webhookRetryMs })
    return {
      webhook_id: this.#id,
      epoch,
      delivery_id: delivery.id,
      attempt: delivery.attempts + 1,
      failures,
      status: made.outcome === 'delivered' ? 'success' : nextAt === null ? 'failed' : 'pending',
      due_ms: nextAt === null ? null : nextAt.getTime() - made.at.getTime(),
      is_test: delivery.is_test,
      at: made.at,
      url: endpoint.url,
      status_code: made.status,
      latency_ms: made.latencyMs,
      error: made.error ?? (made.outcome === 'delivered' ? null : 'The receiver did not accept the delivery.'),
      request_headers: withoutValues(made.request.headers, endpoint.headers),
      response_headers: storableJson(made.response?.headers ?? {}) as object,
      response_body: this.#bodies.keep(storableText(made.response?.body ?? '')),
    }
  }

  #isIdle(): boolean {
    if (this.#isStale || this.#inFlight.size > 0 || this.#waiting.length > 0) return false
    return this.#isPaused() || performance.now() - this.#idleSinceMs >= lingerMs
  }

  async #handBack(): Promise<boolean> {
    const { db } = this.#tools.platform
    const pausedMs = this.#pausedUntilMs - performance.now()
    const until = pausedMs > 0 ? new Date(Date.now() + pausedMs) : null
    const { orgId, epoch } = this.#lease
    return db.withOrg(orgId, (tx) => handBack(tx, { webhookId: this.#id, epoch }, { until, failuresInRow: this.#failuresInRow }))
  }
}
