import type { SignInResponse } from '@imperium/contract/auth/auth.ts'
import type { Organization } from '@imperium/contract/organizations.ts'
import { team } from '@imperium/contract/team.ts'
import { mutation, query } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { adoptSession } from './api.ts'

/** The invitation behind a link; errors are shown on the page. */
export const invitationQuery = (token: string) => ({
  ...query(team.previewInvitation, { body: { token } }),
  meta: { silent: true },
  staleTime: 0,
})

const failure = t('Failed to join the organization')

export const joinMutation = {
  ...mutation(team.join, { failure }),
  onSuccess: (response: SignInResponse) => {
    if (!('challenge' in response)) adoptSession(response, welcome(response.organization))
  },
}

export const acceptMutation = {
  ...mutation(team.accept, { failure }),
  onSuccess: (organization: Organization) => {
    queryClient.clear()
    return welcome(organization)
  },
}

export const welcome = (organization: Organization | null): string =>
  organization ? t('Welcome to {organization}', { organization: organization.name }) : t('Welcome back!')
