import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPart } from '../../testing/show-part.tsx'
import { runStateOf, skipReasonOf } from './run-labels.ts'
import { SecretDialog } from './secret-dialog.tsx'

const url = 'https://imperium.example.com/api/hooks/northwind/new-lead'

test('the secret is shown with a call that carries it, until the person is done', async () => {
  const onClose = vi.fn()
  showPart(<SecretDialog secret="whsec_123" url={url} check="secret" onClose={onClose} />)
  expect((await screen.findByRole('region', { name: 'secret of the webhook' })).textContent).toBe('whsec_123')
  const call = screen.getByRole('region', { name: 'call with the secret' }).textContent
  expect(call).toContain(url)
  expect(call).toContain('x-webhook-secret: whsec_123')
  // A copied call starts a run each time: it names no repeat.
  expect(call).not.toContain('idempotency-key')
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('a run that skipped messages is amber, and a skipped step says why', () => {
  expect(runStateOf({ status: 'success', skippedSteps: 0 })).toEqual({ tone: 'ok', label: 'Success' })
  expect(runStateOf({ status: 'success', skippedSteps: 2 })).toEqual({ tone: 'warn', label: 'Success, 2 skipped' })
  expect(runStateOf({ status: 'failed', skippedSteps: 2 })).toMatchObject({ tone: 'bad' })
  expect(skipReasonOf({ status: 'skipped', output: { status: 'skipped', reason: 'no_consent' } })).toBe('No consent for this purpose')
  expect(skipReasonOf({ status: 'skipped', output: null })).toBe('Not sent')
  expect(skipReasonOf({ status: 'success', output: { reason: 'x' } })).toBeNull()
})
