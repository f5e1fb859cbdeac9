import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { message } from '@imperium/contract/kit/message.ts'
import german from '../words/de.json' with { type: 'json' }
import { showPart } from '../testing/show-part.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { ApiError } from './api-error.ts'
import { speak } from './words.ts'

afterEach(() => speak('en', {}))

test('shows an error with values in full in the language of the page', async () => {
  speak('de', german)
  const shown = message('Your plan allows {agents} agents. The {plan} plan allows more.', { agents: 5, plan: 'Conqueror' })
  const reply = Response.json({ success: false, error: shown.message, ...shown, code: 'PLAN_LIMIT', requestId: 'request' }, { status: 409 })
  showPart(<ErrorState error={new ApiError({ kind: 'answer', status: 409, problem: await reply.json() })} onRetry={() => undefined} />)
  expect(screen.getByText(/Ihr Tarif erlaubt 5 Agenten\. Der Tarif Conqueror erlaubt mehr\./)).toBeTruthy()
})
