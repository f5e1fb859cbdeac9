import { createHash } from 'node:crypto'
import { z } from 'zod'
import { exactJson } from '../../../../platform/text/exact-json-fields.ts'
import { action } from '../../kit/action.ts'
import { basic } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const listId = z
  .string()
  .regex(/^\w{1,40}$/, 'Use the id of the audience')
  .meta({ title: 'Audience', description: 'Its id' })
const mostPolled = 200
const email = z.email().meta({ title: 'Email' })
/** Mailchimp names a member by the MD5 of the address in small letters. */
const memberOf = (address: string): string => createHash('md5').update(address.toLowerCase()).digest('hex')

/** https://mailchimp.com/developer/marketing/api */
export const mailchimp = defineConnector({
  id: 'mailchimp',
  name: 'Mailchimp',
  category: 'Marketing',
  description: 'Keeps members and tags of audiences, and starts workflows with new ones.',
  baseUrl: 'https://{server}.api.mailchimp.com/3.0',
  auth: [
    basic({
      user: 'imperium',
      label: 'API key',
      fields: [{ key: 'server', label: 'Server', kind: 'host', placeholder: 'us19', hint: 'The end of the API key, after the hyphen.' }],
    }),
  ],
  test: { request: { path: '/' }, account: (body) => at(body, 'account_name') },
  actions: {
    save_member: action({
      title: 'Create or change a member',
      description: 'Adds a person to an audience, or changes the person.',
      input: z.object({
        listId,
        email,
        statusIfNew: z
          .enum(['subscribed', 'pending', 'transactional'])
          .default('pending')
          .meta({ title: 'Status if new', description: 'pending asks the person first' }),
        mergeFields: z.record(z.string(), exactJson()).optional().meta({ title: 'Fields', description: 'As {"FNAME": "Ada"}' }),
      }),
      method: 'PUT',
      isRepeatable: true,
      request: (input) => ({
        path: path`/lists/${input.listId}/members/${memberOf(input.email)}`,
        json: { email_address: input.email, status_if_new: input.statusIfNew, merge_fields: input.mergeFields },
      }),
      sample: { id: '62eeb292278cc15f5817cb78f7790b08', email_address: 'ada@example.com', status: 'pending' },
    }),
    get_member: action({
      title: 'Read a member',
      description: 'Answers a member with status, fields and tags.',
      input: z.object({ listId, email }),
      method: 'GET',
      request: (input) => ({ path: path`/lists/${input.listId}/members/${memberOf(input.email)}` }),
      sample: { id: '62eeb292278cc15f5817cb78f7790b08', status: 'subscribed', tags: [] },
    }),
    unsubscribe: action({
      title: 'Unsubscribe a member',
      description: 'Takes a person off an audience, keeping the history.',
      input: z.object({ listId, email }),
      method: 'PATCH',
      isRepeatable: true,
      request: (input) => ({ path: path`/lists/${input.listId}/members/${memberOf(input.email)}`, json: { status: 'unsubscribed' } }),
      sample: { id: '62eeb292278cc15f5817cb78f7790b08', status: 'unsubscribed' },
    }),
    tag_member: action({
      title: 'Change tags of a member',
      description: 'Adds and removes tags.',
      input: z.object({
        listId,
        email,
        add: z.array(z.string().min(1).max(100)).max(50).default([]).meta({ title: 'Add' }),
        remove: z.array(z.string().min(1).max(100)).max(50).default([]).meta({ title: 'Remove' }),
      }),
      method: 'POST',
      isRepeatable: true,
      request: (input) => ({
        path: path`/lists/${input.listId}/members/${memberOf(input.email)}/tags`,
        json: {
          tags: [...input.add.map((name) => ({ name, status: 'active' })), ...input.remove.map((name) => ({ name, status: 'inactive' }))],
        },
      }),
      read: () => ({ done: true }),
      sample: { done: true },
    }),
    list_audiences: action({
      title: 'List audiences',
      description: 'Lists audiences with their ids.',
      input: z.object({}),
      method: 'GET',
      request: () => ({ path: '/lists', query: { count: 1_000, fields: 'lists.id,lists.name,lists.stats.member_count' } }),
      read: (body) => listAt(body, 'lists'),
      sample: [{ id: '2d9bae7a35', name: 'Newsletter', stats: { member_count: 5 } }],
    }),
  },
  triggers: {
    new_member: pollTrigger({
      title: 'New member',
      description: 'Starts with each person who joins an audience.',
      input: z.object({ listId }),
      pages: {
        request: (input, since) => ({
          path: path`/lists/${input.listId}/members`,
          query: {
            sort_field: 'timestamp_opt',
            sort_dir: 'ASC',
            count: mostPolled,
            since_timestamp_opt: since === null ? undefined : new Date(since - 1_000).toISOString().replace(/\.\d+Z/, '+00:00'),
          },
        }),
        items: (body) => listAt(body, 'members'),
        next: (body, request) =>
          listAt(body, 'members').length < mostPolled
            ? null
            : { ...request, query: { ...request.query, offset: Number(request.query?.['offset'] ?? 0) + mostPolled } },
        time: (member) => textAt(member, 'timestamp_opt'),
      },
      id: (member) => textAt(member, 'id'),
      sample: { id: '62eeb292278cc15f5817cb78f7790b08', email_address: 'ada@example.com', timestamp_opt: '2026-11-24T10:00:00+00:00' },
    }),
  },
})
