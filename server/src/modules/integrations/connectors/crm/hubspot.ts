import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { bearer, oauth2 } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const id = (title: string) =>
  z
    .string()
    .regex(/^\d{1,20}$/, 'An id has digits only')
    .meta({ title })
const properties = z
  .record(z.string(), z.string())
  .meta({ title: 'Properties', description: 'Internal names and values, as {"email": "ada@example.com", "lifecyclestage": "lead"}' })
/** HubSpot answers three properties of its own unless more are named; most are wanted by internal names that only the account knows. */
const wantedProperties = z
  .array(z.string().regex(/^[a-z0-9_]{1,100}$/i, 'Use internal names of properties'))
  .max(100)
  .optional()
  .meta({ title: 'Properties', description: 'Internal names of the properties to read, as ["email", "phone"]; left empty: the usual ones' })
const usualProperties = ['email', 'firstname', 'lastname', 'phone', 'company', 'lifecyclestage', 'createdate', 'lastmodifieddate']
const noteToContact = 202

/** https://developers.hubspot.com/docs/api-reference/crm */
export const hubspot = defineConnector({
  id: 'hubspot',
  name: 'HubSpot',
  category: 'CRM',
  description: 'Reads and writes contacts, deals and notes.',
  isPopular: true,
  baseUrl: 'https://api.hubapi.com',
  auth: [
    bearer({
      label: 'Access token of a private app',
      placeholder: 'pat-…',
      hint: 'Settings, Integrations, Private Apps, with the scopes crm.objects.contacts and crm.objects.deals (read and write).',
    }),
    oauth2({
      authorizeUrl: 'https://app.hubspot.com/oauth/authorize',
      tokenUrl: 'https://api.hubapi.com/oauth/v1/token',
      scopes: ['crm.objects.contacts.read', 'crm.objects.contacts.write', 'crm.objects.deals.read', 'crm.objects.deals.write'],
      clientAuth: 'body',
    }),
  ],
  test: { request: { path: '/account-info/v3/details' }, account: (body) => textAt(body, 'portalId') },
  actions: {
    create_contact: action({
      title: 'Create a contact',
      description: 'Creates a contact and answers it with its id. Fails where the email exists.',
      input: z.object({ properties }),
      method: 'POST',
      request: (json) => ({ path: '/crm/v3/objects/contacts', json }),
      sample: { id: '512', properties: { email: 'ada@example.com' } },
    }),
    update_contact: action({
      title: 'Change a contact',
      description: 'Changes the given properties of a contact.',
      input: z.object({ id: id('Contact'), properties }),
      method: 'PATCH',
      request: ({ id: contact, ...json }) => ({ path: path`/crm/v3/objects/contacts/${contact}`, json }),
      isRepeatable: true,
      sample: { id: '512', properties: { lifecyclestage: 'customer' } },
    }),
    find_contact: action({
      title: 'Find a contact by email',
      description: 'Answers the contact with this email address, or null.',
      input: z.object({ email: z.email().meta({ title: 'Email' }), properties: wantedProperties }),
      method: 'POST',
      isReadOnly: true,
      request: ({ email, properties: names = usualProperties }) => ({
        path: '/crm/v3/objects/contacts/search',
        json: { filterGroups: [{ filters: [{ propertyName: 'email', operator: 'EQ', value: email }] }], properties: names, limit: 1 },
      }),
      read: (body) => at(body, 'results.0') ?? null,
      sample: { id: '512', properties: { email: 'ada@example.com', firstname: 'Ada' } },
    }),
    create_deal: action({
      title: 'Create a deal',
      description: 'Creates a deal and answers it with its id.',
      input: z.object({
        properties: properties.meta({
          title: 'Properties',
          description: 'As {"dealname": "Spring", "dealstage": "appointmentscheduled", "amount": "500"}',
        }),
      }),
      method: 'POST',
      request: (json) => ({ path: '/crm/v3/objects/deals', json }),
      sample: { id: '600', properties: { dealname: 'Spring' } },
    }),
    add_note: action({
      title: 'Add a note to a contact',
      description: 'Writes a note into the timeline of a contact.',
      input: z.object({
        contactId: id('Contact'),
        text: z.string().min(1).max(65_000).meta({ title: 'Text', isLong: true }),
        time: z.iso.datetime().meta({ title: 'Time' }),
      }),
      method: 'POST',
      request: ({ contactId, text, time }) => ({
        path: '/crm/v3/objects/notes',
        json: {
          properties: { hs_note_body: text, hs_timestamp: time },
          associations: [{ to: { id: contactId }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: noteToContact }] }],
        },
      }),
      sample: { id: '700', properties: { hs_note_body: 'Called' } },
    }),
  },
  triggers: {
    new_contact: pollTrigger({
      title: 'New contact',
      description: 'Starts with each new contact.',
      input: z.object({ properties: wantedProperties }),
      pages: {
        request: ({ properties: names = usualProperties }, since) => ({
          method: 'POST',
          path: '/crm/v3/objects/contacts/search',
          json: {
            filterGroups: since === null ? [] : [{ filters: [{ propertyName: 'createdate', operator: 'GTE', value: String(since) }] }],
            sorts: [{ propertyName: 'createdate', direction: 'ASCENDING' }],
            properties: names,
            limit: 100,
          },
        }),
        items: (body) => listAt(body, 'results'),
        next: (body, request) => {
          const after = textAt(body, 'paging.next.after')
          return after === '' ? null : { ...request, json: { ...(request.json as object), after } }
        },
        time: (contact) => textAt(contact, 'createdAt'),
      },
      id: (contact) => textAt(contact, 'id'),
      sample: { id: '512', createdAt: '2026-11-24T10:00:00.000Z', properties: { email: 'ada@example.com' } },
    }),
  },
})
