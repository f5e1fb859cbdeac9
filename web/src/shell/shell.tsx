import '../theme/mantine-shell.css'
import { Outlet } from '@tanstack/react-router'
import { ConfirmHost } from '../ui/confirm.tsx'

export function Shell() {
  return (
    <main data-scroll-root>
      <Outlet />
      <ConfirmHost />
    </main>
  )
}
