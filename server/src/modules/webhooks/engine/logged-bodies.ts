import { noteCut } from '../../../platform/signed-http/attempt-delivery.ts'

/** Of a delivery: attempts in the log, and those of them with the whole body of their response. */
export const keptAttempts = 100
export const keptBodies = 3
/** Characters of the others. */
export const shortBody = 1_024

const mostStored = 32 * 1024 * 1024
const storedPerMs = mostStored / (8 * 3_600_000)

/** Bounds what a webhook stores of responses: 32 MB at once and 4 MB an hour; beyond that a response keeps its first characters. */
export class LoggedBodies {
  #left = mostStored
  #atMs = 0

  keep(body: string, nowMs = performance.now()): string {
    if (body.length <= shortBody) return body
    this.#left = Math.min(mostStored, this.#left + (nowMs - this.#atMs) * storedPerMs)
    this.#atMs = nowMs
    if (body.length > this.#left) return noteCut(body.slice(0, shortBody), `of ${body.length} characters`)
    this.#left -= body.length
    return body
  }
}
