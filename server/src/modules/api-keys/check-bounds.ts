import { message } from '@imperium/contract/kit/message.ts'
import { invalid } from '../../platform/errors.ts'
import type { FieldError } from '../../platform/errors.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import type { KeyFields } from './store.ts'

/** Checks what a schema cannot know, for the given fields. @throws 422 with every wrong field. */
export function checkBounds({ clock, config }: Platform, { may }: OrgContext, fields: Partial<KeyFields>): void {
  const errors: FieldError[] = []
  for (const [index, scope] of (fields.scopes ?? []).entries())
    if (!may(scope)) errors.push({ path: `scopes.${index}`, message: 'A key cannot have more permissions than you' })
  if (fields.expiresAt && Date.parse(fields.expiresAt) <= clock.now().getTime())
    errors.push({ path: 'expiresAt', message: 'Must be in the future' })
  if (fields.rateLimitPerHour && fields.rateLimitPerHour > config.rateLimitApiPerHour)
    errors.push({ path: 'rateLimitPerHour', ...message('Must be at most {max}', { max: config.rateLimitApiPerHour }) })
  if (errors.length) throw invalid(errors)
}
