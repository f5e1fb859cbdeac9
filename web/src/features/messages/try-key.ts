import { useState } from 'react'

/** What was last tried to be sent, and its Idempotency-Key. */
export interface Try {
  words: string
  key: string
}

/** A second try of the same may follow an answer that was lost, and is no second message: it has the key of the first. */
export function tryOf(before: Try | undefined, body: unknown): Try {
  const words = JSON.stringify(body)
  return before?.words === words ? before : { words, key: crypto.randomUUID() }
}

/** The keys of what a form sends; `forget` what was sent, after which the same again is another message. */
export function createTryKeys() {
  let tried: Try | undefined
  return {
    keyOf: (body: unknown): string => {
      tried = tryOf(tried, body)
      return tried.key
    },
    forget: () => {
      tried = undefined
    },
  }
}

export const useTryKeys = () => useState(createTryKeys)[0]
