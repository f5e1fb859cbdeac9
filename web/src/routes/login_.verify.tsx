import { createFileRoute } from '@tanstack/react-router'
import { VerifyPage, redirectSignedIn, validateDestination } from '../features/auth/index.ts'

export const Route = createFileRoute('/login_/verify')({
  validateSearch: validateDestination,
  beforeLoad: redirectSignedIn,
  component: VerifyPage,
})
