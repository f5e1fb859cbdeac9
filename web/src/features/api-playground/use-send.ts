import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReferenceOperation } from '@imperium/contract/api-playground.ts'
import { ApiError } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { readOperation } from '@imperium/contract/kit/openapi-document.ts'
import { partQuery } from '../api-reference/index.ts'
import { recordCallMutation } from './api.ts'
import { addressOf } from './draft.ts'
import type { Draft } from './draft.ts'
import { sendCall } from './send-call.ts'
import type { CallResult } from './send-call.ts'
import type { TokenState } from './use-token.ts'

interface SendInput {
  draft: Draft
  operation: ReferenceOperation | undefined
  token: TokenState
}

/** Sends the request: asks first where it cannot be undone, and keeps it in the history. */
export function useSend({ draft, operation, token }: SendInput) {
  const [outcome, setOutcome] = useState<{ result: CallResult | null; failure: string | null }>({ result: null, failure: null })
  const [isSending, setSending] = useState(false)
  const record = useMutation(recordCallMutation)

  async function send(): Promise<void> {
    const isDestructive = draft.method === 'DELETE' || operation?.isDestructive === true
    if (isDestructive && !(await confirm(question(draft)))) return
    setSending(true)
    try {
      const result = await sendCall(draft, await token.ready(), await isPaged(operation))
      setOutcome({ result, failure: null })
      const { method, status, durationMs, sizeBytes } = result
      record.mutate({ body: { method, path: result.address.slice(0, 2000), status, durationMs, sizeBytes } })
    } catch (error) {
      setOutcome({ result: null, failure: error instanceof ApiError ? error.message : t('The server did not answer.') })
    } finally {
      setSending(false)
    }
  }
  return { send, isSending, ...outcome }
}

/** Whether the answer comes in pages that are found by a cursor. */
async function isPaged(operation: ReferenceOperation | undefined): Promise<boolean> {
  if (operation?.method !== 'GET') return false
  const described = readOperation(await queryClient.fetchQuery(partQuery(operation.tag)), 'GET', operation.path)
  return described?.parameters.some(({ name }) => name === 'cursor') ?? false
}

const question = (draft: Draft) => ({
  title: t('Send this request?'),
  message: t('{method} {path} runs for real in this organization and may not be undone.', { method: draft.method, path: addressOf(draft) }),
  action: t('Send Request'),
})
