import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { hookTrigger } from '../../kit/trigger.ts'
import { hmacOfBody } from '../../kit/verify-call.ts'

const id = (title: string) => z.string().min(1).max(60).meta({ title })
const description = z.string().max(100_000).optional().meta({ title: 'Description', description: 'Markdown', isLong: true })
const priority = z.int().min(0).max(4).optional().meta({ title: 'Priority', description: '0 none, 1 urgent, 2 high, 3 normal, 4 low' })
const issue = 'issue { id identifier title url state { name } }'
const ask = (query: string, variables: object) => ({ path: '/graphql', json: { query, variables } })

/** https://linear.app/developers/graphql */
export const linear = defineConnector({
  id: 'linear',
  name: 'Linear',
  category: 'Productivity',
  description: 'Creates, changes and finds issues, and starts workflows with new ones.',
  baseUrl: 'https://api.linear.app',
  auth: [keyIn({ headers: { authorization: '{apiKey}' } }, { placeholder: 'lin_api_…', hint: 'Settings, Security & access.' })],
  errors: {
    isFailure: (body) => listAt(body, 'errors').length > 0,
    message: (body) => at(body, 'errors.0.extensions.userPresentableMessage') ?? at(body, 'errors.0.message'),
  },
  test: {
    request: { method: 'POST', ...ask('{ viewer { email organization { name } } }', {}) },
    account: (body) => at(body, 'data.viewer.organization.name'),
  },
  actions: {
    create_issue: action({
      title: 'Create an issue',
      description: 'Creates an issue and answers its identifier and address.',
      input: z.object({ teamId: id('Team'), title: z.string().min(1).max(255).meta({ title: 'Title' }), description, priority }),
      method: 'POST',
      request: (input) => ask(`mutation ($input: IssueCreateInput!) { issueCreate(input: $input) { success ${issue} } }`, { input }),
      read: (body) => at(body, 'data.issueCreate.issue'),
      sample: { id: 'a1', identifier: 'ENG-7', title: 'Login fails', url: 'https://linear.app/acme/issue/ENG-7' },
    }),
    update_issue: action({
      title: 'Change an issue',
      description: 'Changes title, description, priority or state of an issue.',
      input: z.object({
        id: id('Issue').describe('Id or identifier, as ENG-7'),
        title: z.string().min(1).max(255).optional().meta({ title: 'Title' }),
        description,
        priority,
        stateId: id('State').optional(),
      }),
      method: 'POST',
      isRepeatable: true,
      request: ({ id: issueId, ...input }) =>
        ask(`mutation ($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success ${issue} } }`, {
          id: issueId,
          input,
        }),
      read: (body) => at(body, 'data.issueUpdate.issue'),
      sample: { id: 'a1', identifier: 'ENG-7', state: { name: 'Done' } },
    }),
    add_comment: action({
      title: 'Comment an issue',
      description: 'Adds a comment.',
      input: z.object({ issueId: id('Issue'), body: z.string().min(1).max(50_000).meta({ title: 'Text', isLong: true }) }),
      method: 'POST',
      request: (input) =>
        ask('mutation ($input: CommentCreateInput!) { commentCreate(input: $input) { success comment { id url } } }', { input }),
      read: (body) => at(body, 'data.commentCreate.comment'),
      sample: { id: 'c1', url: 'https://linear.app/acme/issue/ENG-7#comment-c1' },
    }),
    find_issues: action({
      title: 'Find issues',
      description: 'Lists issues whose title holds a text, the newest first.',
      input: z.object({
        title: z.string().max(200).default('').meta({ title: 'Title holds' }),
        limit: z.int().min(1).max(250).default(50).meta({ title: 'At most' }),
      }),
      method: 'POST',
      isReadOnly: true,
      request: (input) =>
        ask(
          'query ($first: Int!, $filter: IssueFilter) { issues(first: $first, filter: $filter) { nodes { id identifier title url state { name } } } }',
          { first: input.limit, filter: input.title === '' ? {} : { title: { containsIgnoreCase: input.title } } },
        ),
      read: (body) => listAt(body, 'data.issues.nodes'),
      sample: [{ id: 'a1', identifier: 'ENG-7', title: 'Login fails' }],
    }),
    list_teams: action({
      title: 'List teams',
      description: 'Lists teams with their ids and states.',
      input: z.object({}),
      method: 'POST',
      isReadOnly: true,
      request: () => ask('{ teams(first: 100) { nodes { id key name states { nodes { id name } } } } }', {}),
      read: (body) => listAt(body, 'data.teams.nodes'),
      sample: [{ id: 't1', key: 'ENG', name: 'Engineering' }],
    }),
  },
  triggers: {
    new_issue: hookTrigger({
      title: 'New issue',
      description: 'Starts with each issue that is created.',
      input: z.object({ teamId: id('Only this team').optional() }),
      setup: 'Settings, API, Webhooks: this address with the events of issues; the signing secret goes here.',
      verify: hmacOfBody({ header: 'linear-signature' }),
      items: ({ body }, input) => {
        const isNew = at(body, 'type') === 'Issue' && at(body, 'action') === 'create'
        return isNew && (!input.teamId || at(body, 'data.teamId') === input.teamId) ? [at(body, 'data')] : []
      },
      id: (item) => textAt(item, 'id'),
      sample: { id: 'a1', identifier: 'ENG-7', title: 'Login fails', teamId: 't1' },
    }),
  },
})
