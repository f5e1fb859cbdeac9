import { createFileRoute } from '@tanstack/react-router'
import { DeleteAccountPage } from '../features/profile/index.ts'

export const Route = createFileRoute('/delete-account')({ component: DeleteAccountPage })
