import { createFileRoute, redirect } from '@tanstack/react-router'
import { readFreshUser } from '../features/auth/index.ts'
import { KeepAccountPage } from '../features/profile/index.ts'

export const Route = createFileRoute('/keep-account')({
  beforeLoad: async ({ location }) => {
    const user = await readFreshUser(location)
    if (user.deletesAt === null) throw redirect({ to: '/dashboard', replace: true })
  },
  component: KeepAccountPage,
})
