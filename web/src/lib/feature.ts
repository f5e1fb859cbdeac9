import type { Icon } from '@tabler/icons-react'
import type { Permission } from '@imperium/contract/permissions.ts'

/** A page that menus lead to. */
export interface Place {
  label: string
  /** Path inside the organization. */
  path: string
  icon: Icon
  /** Required to open it; hidden without it. */
  permission: Permission
  /** Keys of its command: `g d` (one after the other). */
  keys?: string
  /** Position among its neighbours, ascending. */
  order: number
}

export interface NavigationPlace extends Place {
  /** Group of the sidebar; `start` has no heading. */
  group: 'start' | 'automation' | 'marketing' | 'sales' | 'healthcare' | 'insight' | 'developer' | 'help' | 'platform'
}

/** A section of a page of settings: its title, its address if it has one, and what it needs beyond the page. */
export interface SettingsSection {
  label: string
  path?: string
  permission?: Permission
}

export interface SettingsPlace extends Place {
  group: 'organization' | 'ai' | 'sending' | 'access' | 'personal'
  /** One line that says what is set there. */
  text: string
  /** What is inside, for the search. */
  sections?: readonly SettingsSection[]
  /** True if the sidebar lists it too. */
  inSidebar?: boolean
}

/** Something that can be created: a command, and an entry of the menu New. */
export interface Creation {
  id: string
  /** The menu's entry: `Campaign`. */
  label: string
  /** The command: `Create a campaign`; without it the menu alone offers it. */
  command?: string
  icon: Icon
  /** Path inside the organization, with its query: `campaigns?create=true`. */
  path: string
  permission: Permission
  keys?: string
  order: number
}

/** What a feature adds to the frame around all pages. It is on the first page, so it names words and icons, and imports no code. */
export interface Feature {
  navigation?: readonly NavigationPlace[]
  settings?: readonly SettingsPlace[]
  creations?: readonly Creation[]
  /** Labels of path segments that have no page of their own, with the page that stands for them. */
  crumbs?: Readonly<Record<string, { label: string; path: string }>>
  /** Icons of this feature's search results, by their kind. */
  searchIcons?: Readonly<Record<string, Icon>>
}
