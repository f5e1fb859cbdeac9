import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { notify } from '../../lib/notify.ts'
import { showPart } from '../../testing/show-part.tsx'
import { ImportButton } from './import-button.tsx'

const Content = z.strictObject({ name: z.string() })
const onContent = vi.fn()
const button = (refusal?: string) => (
  <ImportButton schema={Content} wrongFile={(file) => `${file} is no agent`} onContent={onContent} disabled={false} refusal={refusal} />
)
const choose = (content: string) => {
  const input = document.querySelector('input[type="file"]')
  if (!input) throw new Error('there is no file input')
  fireEvent.change(input, { target: { files: [new File([content], 'agent.json', { type: 'application/json' })] } })
}

test('hands over the content of a file that fits', async () => {
  showPart(button())
  choose('{"name":"Triage"}')
  await waitFor(() => expect(onContent.mock.calls).toEqual([[{ name: 'Triage' }]]))
})

test.each(['{"name":7}', 'no json', `{"name":"${'x'.repeat(1024 * 1024)}"}`])(
  'refuses a file with other content, or a large one',
  async (content) => {
    onContent.mockClear()
    const message = vi.spyOn(notify, 'error').mockImplementation(() => {})
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    showPart(button())
    choose(content)
    await waitFor(() => expect(message).toHaveBeenCalledWith('agent.json is no agent'))
    expect(onContent).not.toHaveBeenCalled()
    message.mockRestore()
    warned.mockRestore()
  },
)

test('is disabled with the reason when the role may not import', () => {
  showPart(button('Your role may not import'))
  expect(screen.getByRole('button', { name: 'Import' }).getAttribute('title')).toBe('Your role may not import')
})
