import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { basic } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import type { ApiRequest } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const key = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,30}-\d{1,10}$/i, 'A key looks like ABC-12')
  .meta({ title: 'Issue', description: 'As ABC-12' })
const project = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,30}$/i, 'Use the key of the project')
  .meta({ title: 'Project', description: 'Its key' })
const text = z.string().min(1).max(30_000)
const nextPage = (body: unknown, request: ApiRequest): ApiRequest | null => {
  const nextPageToken = textAt(body, 'nextPageToken')
  return nextPageToken === '' ? null : { ...request, query: { ...request.query, nextPageToken } }
}

/** A text in the document format of Atlassian, one paragraph for each line. */
const documentOf = (given: string) => ({
  type: 'doc',
  version: 1,
  content: given.split(/\n+/).map((line) => ({ type: 'paragraph', content: line === '' ? [] : [{ type: 'text', text: line }] })),
})

/** https://developer.atlassian.com/cloud/jira/platform/rest/v3 */
export const jira = defineConnector({
  id: 'jira',
  name: 'Jira',
  category: 'Productivity',
  description: 'Creates, moves, comments and finds issues.',
  baseUrl: 'https://{site}.atlassian.net',
  auth: [
    basic({
      user: { key: 'email', label: 'Email of the account' },
      label: 'API token',
      hint: 'id.atlassian.com, Security, API tokens.',
      fields: [{ key: 'site', label: 'Site', kind: 'host', placeholder: 'acme' }],
    }),
  ],
  errors: { message: (body) => at(body, 'errorMessages.0') ?? Object.values((at(body, 'errors') as object | undefined) ?? {})[0] },
  test: { request: { path: '/rest/api/3/myself' }, account: (body) => at(body, 'emailAddress') ?? at(body, 'displayName') },
  actions: {
    create_issue: action({
      title: 'Create an issue',
      description: 'Creates an issue and answers its key.',
      input: z.object({
        project,
        issueType: z.string().min(1).max(100).default('Task').meta({ title: 'Type' }),
        summary: z.string().min(1).max(255).meta({ title: 'Summary' }),
        description: text.optional().meta({ title: 'Description', isLong: true }),
        labels: z
          .array(z.string().regex(/^\S{1,255}$/))
          .max(50)
          .optional()
          .meta({ title: 'Labels' }),
      }),
      method: 'POST',
      request: ({ project: projectKey, issueType, description, ...rest }) => ({
        path: '/rest/api/3/issue',
        json: {
          fields: {
            ...rest,
            project: { key: projectKey },
            issuetype: { name: issueType },
            ...(description === undefined ? {} : { description: documentOf(description) }),
          },
        },
      }),
      sample: { id: '10000', key: 'ED-24', self: 'https://acme.atlassian.net/rest/api/3/issue/10000' },
    }),
    get_issue: action({
      title: 'Read an issue',
      description: 'Answers an issue with its fields.',
      input: z.object({ key }),
      method: 'GET',
      request: (input) => ({ path: path`/rest/api/3/issue/${input.key}` }),
      sample: { id: '10000', key: 'ED-24', fields: { summary: 'Main order flow broken' } },
    }),
    add_comment: action({
      title: 'Comment an issue',
      description: 'Adds a comment.',
      input: z.object({ key, text: text.meta({ title: 'Text', isLong: true }) }),
      method: 'POST',
      request: (input) => ({ path: path`/rest/api/3/issue/${input.key}/comment`, json: { body: documentOf(input.text) } }),
      sample: { id: '10010' },
    }),
    move_issue: action({
      title: 'Move an issue',
      description: 'Takes the transition of this name, as "Done".',
      input: z.object({ key, transition: z.string().min(1).max(100).meta({ title: 'Transition or status' }) }),
      isReadOnly: false,
      isRepeatable: true,
      run: async (input, { send }) => {
        const place = path`/rest/api/3/issue/${input.key}/transitions`
        const transitions = listAt((await send({ path: place })).body, 'transitions')
        const wanted = input.transition.toLowerCase()
        const found = transitions.find((each) =>
          [textAt(each, 'name'), textAt(each, 'to.name')].some((name) => name.toLowerCase() === wanted),
        )
        if (!found) return { moved: false, possible: transitions.map((each) => textAt(each, 'name')) }
        await send({ method: 'POST', path: place, json: { transition: { id: textAt(found, 'id') } } })
        return { moved: true, status: textAt(found, 'to.name') }
      },
      sample: { moved: true, status: 'Done' },
    }),
    find_issues: action({
      title: 'Find issues',
      description: 'Lists issues by JQL, as: project = ED AND status = "To Do".',
      input: z.object({
        jql: z.string().min(1).max(4_000).meta({ title: 'JQL' }),
        fields: z
          .string()
          .max(1_000)
          .default('summary,status,assignee,created')
          .meta({ title: 'Fields', description: 'With commas between' }),
        limit: z.int().min(1).max(1_000).default(50).meta({ title: 'At most' }),
      }),
      method: 'GET',
      request: ({ limit, ...query }) => ({ path: '/rest/api/3/search/jql', query: { ...query, maxResults: Math.min(limit, 100) } }),
      pages: {
        items: (body) => listAt(body, 'issues'),
        next: nextPage,
        limit: ({ limit }) => limit,
      },
      sample: { items: [{ id: '10000', key: 'ED-24', fields: { summary: 'Main order flow broken' } }] },
    }),
  },
  triggers: {
    new_issue: pollTrigger({
      title: 'New issue',
      description: 'Starts with each issue that is created in a project.',
      input: z.object({ project }),
      pages: {
        // Minutes ago, as JQL reads other times in the zone of the account.
        request: (input, since, now) => {
          const created = since === null ? '' : ` AND created >= -${Math.max(1, Math.ceil((now - since) / 60_000) + 1)}m`
          const jql = `project = "${input.project}"${created} ORDER BY created ASC`
          return { path: '/rest/api/3/search/jql', query: { jql, fields: 'summary,status,issuetype,reporter,created', maxResults: 100 } }
        },
        items: (body) => listAt(body, 'issues'),
        next: nextPage,
        time: (issue) => textAt(issue, 'fields.created'),
      },
      id: (issue) => textAt(issue, 'id'),
      sample: { id: '10000', key: 'ED-24', fields: { summary: 'Main order flow broken', created: '2026-11-24T10:00:00.000+0000' } },
    }),
  },
})
