import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'

const shown = 6

/** The last months as 2026-12, the present one first. */
const recentMonths = (now: Date): string[] =>
  Array.from({ length: shown }, (_, at) => new Date(Date.UTC(now.getFullYear(), now.getMonth() - at, 1)).toISOString().slice(0, 7))

/** December 2026, in the language of the page. */
const labelOf = (month: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || 'en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

interface MonthMenuProps {
  label: string
  failure: string
  download: (month: string) => Promise<void>
}

/** A button that downloads something of one of the last months. */
export function MonthMenu({ label, failure, download }: MonthMenuProps) {
  const downloading = useMutation({ mutationFn: download, meta: { failure } })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" loading={downloading.isPending}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {recentMonths(new Date()).map((month) => (
          <Menu.Item key={month} onClick={() => downloading.mutate(month)}>
            {labelOf(month)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
