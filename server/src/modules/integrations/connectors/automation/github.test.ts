import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import { testConnector } from '../../testing/connector-cases.ts'
import { startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { github } from './github.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

const hmac = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex')

describe('GitHub', () => {
  const repo = 'https://api.github.com/repos/octocat/Hello-World'
  const input = { owner: 'octocat', repo: 'Hello-World' }
  testConnector(() => stub, {
    connector: github,
    fields: { apiKey: 'github_pat_1' },
    check: {
      answer: { body: { login: 'octocat' } },
      account: 'octocat',
      sent: 'GET https://api.github.com/user',
      headers: { authorization: 'Bearer github_pat_1', 'x-github-api-version': '2022-11-28' },
    },
    refused: {
      status: 422,
      body: { message: 'Validation Failed', errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }] },
      message: '422: Validation Failed',
    },
    actions: {
      create_issue: {
        input: { ...input, title: 'Found a bug', labels: ['bug'] },
        sent: `POST ${repo}/issues`,
        body: { title: 'Found a bug', labels: ['bug'] },
      },
      update_issue: { input: { ...input, number: '1347', state: 'closed' }, sent: `PATCH ${repo}/issues/1347`, body: { state: 'closed' } },
      add_comment: {
        input: { ...input, number: 1347, body: 'Me too' },
        sent: `POST ${repo}/issues/1347/comments`,
        body: { body: 'Me too' },
      },
      list_issues: {
        input,
        answers: [
          { headers: { link: `<${repo}/issues?page=2>; rel="next", <${repo}/issues?page=2>; rel="last"` }, body: [{ number: 2 }] },
          { body: [{ number: 1 }] },
        ],
        output: { items: [{ number: 2 }, { number: 1 }] },
        sent: `GET ${repo}/issues`,
        query: { page: '2' },
      },
      run_workflow: {
        input: { ...input, workflow: 'deploy.yml', inputs: { target: 'test' } },
        answers: [{ body: '' }],
        output: { started: true },
        sent: `POST ${repo}/actions/workflows/deploy.yml/dispatches`,
        body: { ref: 'main', inputs: { target: 'test' } },
      },
    },
    hooks: {
      event: {
        input: { event: 'issues', action: 'opened' },
        headers: { 'x-github-event': 'issues', 'x-github-delivery': 'd1' },
        body: { action: 'opened', issue: { number: 1 } },
        sign: (body, secret) => ({ 'x-hub-signature-256': `sha256=${hmac(secret, body)}` }),
        ids: ['d1'],
        other: { action: 'closed' },
      },
    },
  })
})
