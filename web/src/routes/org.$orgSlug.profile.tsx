import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage, validateProfileSearch } from '../features/profile/index.ts'

export const Route = createFileRoute('/org/$orgSlug/profile')({ validateSearch: validateProfileSearch, component: ProfilePage })
