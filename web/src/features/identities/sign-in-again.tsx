import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { t } from '../../lib/words.ts'
import { identitiesQuery, startMutation } from './api.ts'
import { ProviderIcon } from './provider-icon.tsx'
import { providerName } from './provider-name.ts'

/** For who has no password: a new sign-in at a connected provider proves as well who is there. Leaves the page. */
export function SignInAgain() {
  const { data } = useQuery(identitiesQuery)
  const start = useMutation(startMutation)
  return (data ?? []).map(
    ({ id, provider }) =>
      // An organization's provider proves the person to that organization only (ADR 13).
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
