import { expect } from 'vitest'
import type { Page } from 'playwright-core'

export interface PageWatch {
  /** Asserts that the page had no faults since it was opened, or since the last call; `expected` names those that may happen. */
  expectClean(where: string, expected?: RegExp): void
}

/** Collects faults that only a developer's console shows: errors, refused content, failed requests, foreign hosts. */
export function watchPage(page: Page, origin: string): PageWatch {
  const faults: string[] = []
  page.on('console', (message) => {
    // A violation of the content security policy is reported here too, as an error.
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) faults.push(`foreign host: ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page cancels its requests in flight.
    if (reason !== 'net::ERR_ABORTED') faults.push(`request failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`answer ${response.status()}: ${response.url()}`)
  })
  return {
    expectClean: (where, expected) => {
      expect(
        faults.splice(0).filter((fault) => !expected?.test(fault)),
        where,
      ).toEqual([])
    },
  }
}
