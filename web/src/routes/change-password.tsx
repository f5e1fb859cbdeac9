import { createFileRoute, redirect } from '@tanstack/react-router'
import { ExpiredPasswordPage, ownPath, readFreshUser, validateDestination } from '../features/auth/index.ts'

export const Route = createFileRoute('/change-password')({
  validateSearch: validateDestination,
  beforeLoad: async ({ search, location }) => {
    const user = await readFreshUser(location)
    if (!user.mustChangePassword) throw redirect({ href: ownPath(search.next) ?? '/select-organization', replace: true })
  },
  component: ExpiredPasswordPage,
})
