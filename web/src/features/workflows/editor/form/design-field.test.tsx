import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { EmailDesign } from '@imperium/contract/email-designs/email-design.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { EmailDesignDialog } from '../../../email-designer/index.ts'
import { profileQuery } from '../../../../lib/session.ts'
import { personOf } from '../../../../testing/person-of.ts'
import { showPart } from '../../../../testing/show-part.tsx'
import { DesignField } from './design-field.tsx'

const field = FormField.parse({ path: 'design', label: 'Design', kind: 'emailDesign' })
const sources = [{ path: 'trigger', label: 'Webhook', sample: { body: { city: 'Rome' } } }]

const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
client.setQueryData(profileQuery.queryKey, personOf('OWNER'))

function Form({ start, onValue }: { start: Json | undefined; onValue: (value: Json | undefined) => void }) {
  const [value, setValue] = useState(start)
  return (
    <QueryClientProvider client={client}>
      <DesignField
        {...{ field, value, sources, error: undefined, disabled: false }}
        onChange={(next) => {
          setValue(next)
          onValue(next)
        }}
      />
    </QueryClientProvider>
  )
}

test('an email of a workflow is designed in a dialog, with the data of the run as variables', async () => {
  await EmailDesignDialog.preload?.()
  const values: (Json | undefined)[] = []
  showPart(<Form start={undefined} onValue={(value) => values.push(value)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Design the email' }))
  const dialog = await screen.findByRole('dialog', { name: 'Email design' })
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Appointment reminder' }))
  await within(dialog).findByRole('group', { name: 'Email designer' })
  expect(EmailDesign.parse(values.at(-1)).blocks.some(({ type }) => type === 'footer')).toBe(false)

  const blocks = within(within(dialog).getByRole('group', { name: 'Blocks' }))
  expect(blocks.queryByRole('button', { name: 'Footer' })).toBeNull()
  fireEvent.click(blocks.getByRole('button', { name: 'Button' }))
  await within(dialog).findByRole('button', { name: 'Insert a merge field into Button text' })
  expect(within(dialog).queryByLabelText('Shown to')).toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Insert a merge field into Button text' }))
  await screen.findByRole('menuitem', { name: /trigger\.body\.city/ })

  fireEvent.click(within(dialog).getByRole('button', { name: 'Done' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove the design' }))
  expect(values.at(-1)).toBeUndefined()
})

test('a design that cannot be read says so, and can be removed', () => {
  showPart(<Form start="{{ trigger.body.design }}" onValue={() => undefined} />)
  screen.getByText('This design cannot be read. Remove it to start again.')
  expect(screen.queryByRole('button', { name: 'Edit the design' })).toBeNull()
  screen.getByRole('button', { name: 'Remove the design' })
})
