import type { Preferences } from '@imperium/contract/auth/auth.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import type { RenderedEmail } from '../../platform/mail/render-email.ts'
import { writeDate } from '../../platform/text/write-date.ts'

interface Texts {
  subject: (organization: string) => string
  body: (organization: string, day: string) => string
  restore: string
  action: string
}

const texts: Record<Language, Texts> = {
  en: {
    subject: (organization) => `${organization} will be deleted`,
    body: (organization, day) =>
      `You have deleted the organization ${organization}. It can only be read now, and everything in it will be erased on ${day}.`,
    restore: 'Until then you can restore it in its settings.',
    action: 'Open the settings',
  },
  es: {
    subject: (organization) => `${organization} se eliminará`,
    body: (organization, day) =>
      `Has eliminado la organización ${organization}. Ahora solo se puede leer, y todo su contenido se borrará el ${day}.`,
    restore: 'Hasta entonces puedes restaurarla en su configuración.',
    action: 'Abrir la configuración',
  },
  fr: {
    subject: (organization) => `${organization} sera supprimée`,
    body: (organization, day) =>
      `Vous avez supprimé l’organisation ${organization}. Elle est désormais en lecture seule, et tout son contenu sera effacé le ${day}.`,
    restore: 'Jusque-là, vous pouvez la restaurer dans ses paramètres.',
    action: 'Ouvrir les paramètres',
  },
  de: {
    subject: (organization) => `${organization} wird gelöscht`,
    body: (organization, day) =>
      `Sie haben die Organisation ${organization} gelöscht. Sie kann nur noch gelesen werden, und ihr gesamter Inhalt wird am ${day} entfernt.`,
    restore: 'Bis dahin können Sie sie in ihren Einstellungen wiederherstellen.',
    action: 'Einstellungen öffnen',
  },
  ja: {
    subject: (organization) => `${organization} は削除されます`,
    body: (organization, day) => `組織「${organization}」を削除しました。現在は閲覧のみ可能で、${day}にすべてのデータが消去されます。`,
    restore: 'それまでは、設定から復元できます。',
    action: '設定を開く',
  },
}

/** The email to the owner who deleted an organization. */
export function writeDeletionNotice(about: {
  preferences: Preferences
  organizationName: string
  deletesAt: Date
  url: string
}): RenderedEmail {
  const { language } = about.preferences
  const { subject, body, restore, action } = texts[language]
  const day = writeDate(about.deletesAt, about.preferences)
  return renderEmail({
    language,
    subject: subject(about.organizationName),
    organizationName: about.organizationName,
    paragraphs: [body(about.organizationName, day), restore],
    action: { label: action, url: about.url },
  })
}
