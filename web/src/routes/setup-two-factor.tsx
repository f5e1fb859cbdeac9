import { createFileRoute, redirect } from '@tanstack/react-router'
import { ownPath, readFreshUser, validateDestination } from '../features/auth/index.ts'
import { SetUpTwoFactorPage } from '../features/security/index.ts'

export const Route = createFileRoute('/setup-two-factor')({
  validateSearch: validateDestination,
  beforeLoad: async ({ search, location }) => {
    const user = await readFreshUser(location)
    if (!user.mustSetUpTwoFactor) throw redirect({ href: ownPath(search.next) ?? '/select-organization', replace: true })
  },
  component: SetUpTwoFactorPage,
})
