import { useEffect, useEffectEvent } from 'react'
import type { Call, Endpoint, StreamEvent } from '@imperium/contract/kit/endpoint.ts'
import { ApiError } from './api-error.ts'
import { stream } from './stream.ts'

interface Follow<E> {
  /** False opens no connection. */
  enabled: boolean
  /** Called for each event. Return true at the last one to close the connection. */
  onEvent: (event: StreamEvent<E>, id: string | null) => boolean | void
  /**
   * Called every two seconds while no stream is available; fetches the state normally. Return true when there is nothing left to follow.
   */
  onPoll: () => Promise<boolean | void>
  /** Resume after this id, read once when the stream opens. */
  lastEventId?: string | null
}

const pollMs = 2_000
/** Polls before the stream is tried again. */
const pollsBetweenTries = 10

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Follows the live events of an operation while mounted: a stream that resumes after disconnects, or polling. */
export function useStream<const E extends Endpoint>(endpoint: E, input: Call<E>, follow: Follow<E>): void {
  const onEvent = useEffectEvent(follow.onEvent)
  const onPoll = useEffectEvent(follow.onPoll)
  const readStart = useEffectEvent(() => ({ input, lastEventId: follow.lastEventId ?? null }))
  const inputKey = JSON.stringify(input)

  useEffect(() => {
    if (!follow.enabled) return
    const controller = new AbortController()
    const { signal } = controller
    const start = readStart()
    let { lastEventId } = start

    /** Returns true if the last event was received. */
    async function listen(): Promise<boolean> {
      for await (const message of stream(endpoint, start.input, { signal, lastEventId })) {
        lastEventId = message.id ?? lastEventId
        if (onEvent(message.data, message.id)) return true
      }
      return signal.aborted
    }

    /** Returns true if there is nothing left to follow. */
    async function poll(): Promise<boolean> {
      for (let turn = 0; turn < pollsBetweenTries && !signal.aborted; turn += 1) {
        if (await onPoll()) return true
        await pause(pollMs)
      }
      return signal.aborted
    }

    async function run(): Promise<void> {
      for (;;) {
        try {
          if (await listen()) return
        } catch (error) {
          // A refusal (signed out, deleted, forbidden) will not change by retrying; the poll shows it once.
          const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
          if (refused) return void (await onPoll())
        }
        if (await poll()) return
      }
    }
    run().catch((error: unknown) => console.error('Live updates stopped.', error))
    return () => controller.abort()
  }, [endpoint, inputKey, follow.enabled])
}
