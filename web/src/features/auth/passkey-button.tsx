import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { hasPasskeys } from '../../lib/passkeys.ts'
import { signInElsewhere } from '../../lib/tenant-hint.ts'
import { t } from '../../lib/words.ts'

interface PasskeyButtonProps {
  onDone: () => void
}

/** Signs in with only a passkey; loads its code on click. Renders nothing in browsers without passkeys. */
export function PasskeyButton({ onDone }: PasskeyButtonProps) {
  const signIn = useMutation({
    mutationFn: async () => (await import('./second-factor-api.ts')).signInWithPasskey(),
    onSuccess: onDone,
    meta: { failure: t('No passkey was used.') },
  })
  if (!hasPasskeys() || signInElsewhere()) return null
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconKey size={16} stroke={1.7} aria-hidden />}
      disabled={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      {signIn.isPending ? t('Waiting for your device...') : t('Sign in with a passkey')}
    </Button>
  )
}
