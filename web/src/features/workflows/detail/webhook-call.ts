import type { Json, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'

const body = '{"email":"ada@example.com"}'

/** In the place of a secret that is not shown any more. */
const hidden = 'whsec_…'

/**
 * A call for the command line, as the trigger of the workflow checks it. With the secret it works as it stands, and each call starts a
 * run; without it, it is an example that also shows how to name a repeat.
 */
export function webhookCall(url: string, check: Json, secret?: string): string {
  const lines = [`curl -X POST '${url}'`, `-H 'content-type: application/json'`]
  if (secret === undefined) lines.push(`-H 'idempotency-key: lead-4711'`)
  const key = secret ?? hidden
  if (check === 'secret') lines.push(`-H 'x-webhook-secret: ${key}'`)
  if (check === 'signature')
    return [
      `TIME=$(date +%s); BODY='${body}'`,
      `SIGN=$(printf '%s.%s' "$TIME" "$BODY" | openssl dgst -sha256 -hmac '${key}' -r | cut -d' ' -f1)`,
      [...lines, `-H "x-timestamp: $TIME"`, `-H "x-signature: sha256=$SIGN"`, `-d "$BODY"`].join(' \\\n  '),
    ].join('\n')
  return [...lines, `-d '${body}'`].join(' \\\n  ')
}

/** How the webhook of a workflow authenticates its callers: by a secret unless configured otherwise. */
export const webhookCheckOf = ({ steps }: WorkflowDefinition): Json =>
  steps.find(({ type }) => type === 'trigger_webhook')?.config['check'] ?? 'secret'
