import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { t } from '../../lib/words.ts'
import { identitiesQuery, startMutation } from './api.ts'
import { ProviderIcon } from './provider-icon.tsx'
import { providerName } from './provider-name.ts'

/** For users without a password: a new sign-in at a connected provider also verifies the identity. Leaves the page. */
export function SignInAgain() {
  const { data } = useQuery(identitiesQuery)
  const start = useMutation(startMutation)
  return (data ?? []).map(
    ({ id, provider }) =>
      // An organization's provider verifies the user for that organization only (ADR 13).
      provider !== 'sso' && (
        <Button
          key={id}
          variant="default"
          fullWidth
          leftSection={<ProviderIcon provider={provider} size={16} />}
          disabled={start.isPending || start.isSuccess}
          onClick={() => start.mutate({ provider, back: location.pathname + location.search })}
        >
          {t('Sign in again with {provider}', { provider: providerName(provider) })}
        </Button>
      ),
  )
}
