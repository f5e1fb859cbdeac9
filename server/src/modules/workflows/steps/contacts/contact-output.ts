import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { MessageContact } from '../../../contacts/index.ts'

/** A contact as later steps read it. */
export const contactOutput = ({ id, email, phone, firstName, lastName, name, locale, timeZone, tags, custom }: MessageContact) =>
  ({ id, email, phone, firstName, lastName, name, locale, timeZone, tags, custom }) satisfies Json

export const contactSample = {
  id: '0198c0de-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  phone: null,
  firstName: 'Ada',
  lastName: 'Lovelace',
  name: 'Ada Lovelace',
  locale: 'en-GB',
  timeZone: 'Europe/London',
  tags: ['lead'],
  custom: { company: 'Analytical Engines' },
} satisfies Json
