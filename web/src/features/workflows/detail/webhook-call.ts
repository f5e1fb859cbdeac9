import type { Json, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'

const body = '{"email":"ada@example.com"}'

/** A call for the command line, as the trigger of the workflow checks it. */
export function webhookCall(url: string, check: Json): string {
  const lines = [`curl -X POST '${url}'`, `-H 'content-type: application/json'`, `-H 'idempotency-key: lead-4711'`]
  if (check === 'secret') lines.push(`-H 'x-webhook-secret: whsec_…'`)
  if (check === 'signature')
    return [
      `TIME=$(date +%s); BODY='${body}'`,
      `SIGN=$(printf '%s.%s' "$TIME" "$BODY" | openssl dgst -sha256 -hmac 'whsec_…' -r | cut -d' ' -f1)`,
      [...lines, `-H "x-timestamp: $TIME"`, `-H "x-signature: sha256=$SIGN"`, `-d "$BODY"`].join(' \\\n  '),
    ].join('\n')
  return [...lines, `-d '${body}'`].join(' \\\n  ')
}

/** How the webhook of a workflow authenticates its callers: by a secret unless configured otherwise. */
export const webhookCheckOf = ({ steps }: WorkflowDefinition): Json =>
  steps.find(({ type }) => type === 'trigger_webhook')?.config['check'] ?? 'secret'
