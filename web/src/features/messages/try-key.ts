import { useState } from 'react'

/** The last attempted body, and its Idempotency-Key. */
export interface Try {
  words: string
  key: string
}

/** A retry of the same body may follow a lost response and must not become a second message: it reuses the key. */
export function tryOf(before: Try | undefined, body: unknown): Try {
  const texts = JSON.stringify(body)
  return before?.words === texts ? before : { words: texts, key: crypto.randomUUID() }
}

/** Idempotency keys of a form's sends; `forget` a sent body, so that sending it again creates a new message. */
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
