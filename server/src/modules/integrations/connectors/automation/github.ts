import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { hookTrigger } from '../../kit/trigger.ts'
import { hmacOfBody } from '../../kit/verify-call.ts'

const part = (title: string) =>
  z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'Use the name as in the address')
    .meta({ title })
const repository = { owner: part('Owner'), repo: part('Repository') }
const number = z.int().min(1).meta({ title: 'Number' })
const labels = z.array(z.string().min(1).max(50)).max(100).optional().meta({ title: 'Labels' })
const text = z.string().max(65_536).meta({ title: 'Text', description: 'Markdown', isLong: true })

/** https://docs.github.com/rest */
export const github = defineConnector({
  id: 'github',
  name: 'GitHub',
  category: 'Automation',
  description: 'Works with issues and workflows of repositories, and starts workflows with what happens in them.',
  isPopular: true,
  baseUrl: 'https://api.github.com',
  auth: [
    keyIn(
      { headers: { authorization: 'Bearer {apiKey}', 'x-github-api-version': '2022-11-28' } },
      {
        label: 'Personal access token',
        placeholder: 'github_pat_…',
        hint: 'Fine-grained, with Issues (read and write) and Actions (read and write) of the repositories.',
      },
    ),
  ],
  test: { request: { path: '/user' }, account: (body) => at(body, 'login') },
  actions: {
    create_issue: action({
      title: 'Create an issue',
      description: 'Opens an issue and answers it with its number.',
      input: z.object({ ...repository, title: z.string().min(1).max(256).meta({ title: 'Title' }), body: text.optional(), labels }),
      method: 'POST',
      request: ({ owner, repo, ...json }) => ({ path: path`/repos/${owner}/${repo}/issues`, json }),
      sample: { number: 1347, title: 'Found a bug', state: 'open', html_url: 'https://github.com/octocat/Hello-World/issues/1347' },
    }),
    update_issue: action({
      title: 'Change an issue',
      description: 'Changes title, text, labels or state of an issue.',
      input: z.object({
        ...repository,
        number,
        title: z.string().min(1).max(256).optional().meta({ title: 'Title' }),
        body: text.optional(),
        labels,
        state: z.enum(['open', 'closed']).optional().meta({ title: 'State' }),
      }),
      method: 'PATCH',
      request: ({ owner, repo, number: issue, ...json }) => ({ path: path`/repos/${owner}/${repo}/issues/${issue}`, json }),
      isRepeatable: true,
      sample: { number: 1347, state: 'closed' },
    }),
    add_comment: action({
      title: 'Comment an issue or a pull request',
      description: 'Adds a comment.',
      input: z.object({ ...repository, number, body: text.min(1) }),
      method: 'POST',
      request: ({ owner, repo, number: issue, ...json }) => ({ path: path`/repos/${owner}/${repo}/issues/${issue}/comments`, json }),
      sample: { id: 1, body: 'Me too' },
    }),
    list_issues: action({
      title: 'List issues',
      description: 'Lists issues and pull requests of a repository, the newest first.',
      input: z.object({
        ...repository,
        state: z.enum(['open', 'closed', 'all']).default('open').meta({ title: 'State' }),
        labels: z.string().max(500).optional().meta({ title: 'Labels', description: 'With commas between' }),
        limit: z.int().min(1).max(1_000).default(50).meta({ title: 'At most' }),
      }),
      method: 'GET',
      request: ({ owner, repo, limit, ...query }) => ({
        path: path`/repos/${owner}/${repo}/issues`,
        query: { ...query, per_page: Math.min(limit, 100) },
      }),
      pages: {
        items: (body) => listAt(body, ''),
        next: (_body, _request, { headers }) => {
          const next = /<([^<>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
          return next ? { path: next } : null
        },
        limit: ({ limit }) => limit,
      },
      sample: { items: [{ number: 1347, title: 'Found a bug', state: 'open' }] },
    }),
    run_workflow: action({
      title: 'Run a GitHub Actions workflow',
      description: 'Starts a workflow that has workflow_dispatch.',
      input: z.object({
        ...repository,
        workflow: part('Workflow').describe('File name or id, as deploy.yml'),
        ref: z.string().min(1).max(250).default('main').meta({ title: 'Branch or tag' }),
        inputs: z.record(z.string(), z.string()).optional().meta({ title: 'Inputs' }),
      }),
      method: 'POST',
      request: ({ owner, repo, workflow, ...json }) => ({
        path: path`/repos/${owner}/${repo}/actions/workflows/${workflow}/dispatches`,
        json,
      }),
      read: () => ({ started: true }),
      sample: { started: true },
    }),
  },
  triggers: {
    event: hookTrigger({
      title: 'Event in a repository',
      description: 'Starts with events of a kind: issues, pull_request, push, release and others.',
      input: z.object({
        event: z.string().min(1).max(60).default('issues').meta({ title: 'Event' }),
        action: z.string().max(60).optional().meta({ title: 'Only this action', description: 'As opened' }),
      }),
      setup: 'Settings of the repository, Webhooks: this address, content type application/json, and a secret that goes here too.',
      verify: hmacOfBody({ header: 'x-hub-signature-256', prefix: 'sha256=' }),
      items: ({ headers, body }, input) => {
        const isWanted = headers['x-github-event'] === input.event && (!input.action || at(body, 'action') === input.action)
        return isWanted ? [{ delivery: headers['x-github-delivery'], event: input.event, ...(body as object) }] : []
      },
      id: (item) => textAt(item, 'delivery'),
      sample: { delivery: '72d3162e', event: 'issues', action: 'opened', issue: { number: 1347, title: 'Found a bug' } },
    }),
  },
})
