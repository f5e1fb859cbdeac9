import type { Language } from '@imperium/contract/languages.ts'

export type MailKind = 'quotation' | 'invoice' | 'reminder'

interface Texts {
  subject: string
  text: string
  action: string
}

/** `{number}`, `{total}`, `{due}` (what is still open), `{date}` (last day or due date), `{organization}`. */
export const mailTexts: Readonly<Record<Language, Readonly<Record<MailKind, Texts>>>> = {
  en: {
    quotation: {
      subject: 'Quotation {number} from {organization}',
      text: 'Here is our quotation {number} for {total}. It is valid until {date}. You can accept or decline it online.',
      action: 'View the quotation',
    },
    invoice: {
      subject: 'Invoice {number} from {organization}',
      text: 'Here is your invoice {number} for {total}, due on {date}.',
      action: 'View the invoice',
    },
    reminder: {
      subject: 'Reminder: invoice {number} from {organization}',
      text: 'Your invoice {number} for {total} was due on {date}. {due} is still open. If you have paid in the meantime, please ignore this reminder.',
      action: 'View the invoice',
    },
  },
  de: {
    quotation: {
      subject: 'Angebot {number} von {organization}',
      text: 'Hier ist unser Angebot {number} über {total}. Es gilt bis {date}. Sie können es online annehmen oder ablehnen.',
      action: 'Angebot ansehen',
    },
    invoice: {
      subject: 'Rechnung {number} von {organization}',
      text: 'Hier ist Ihre Rechnung {number} über {total}, fällig am {date}.',
      action: 'Rechnung ansehen',
    },
    reminder: {
      subject: 'Erinnerung: Rechnung {number} von {organization}',
      text: 'Ihre Rechnung {number} über {total} war am {date} fällig. {due} ist noch offen. Falls Sie inzwischen bezahlt haben, betrachten Sie diese Erinnerung bitte als gegenstandslos.',
      action: 'Rechnung ansehen',
    },
  },
  es: {
    quotation: {
      subject: 'Presupuesto {number} de {organization}',
      text: 'Aquí tiene nuestro presupuesto {number} por {total}. Es válido hasta el {date}. Puede aceptarlo o rechazarlo en línea.',
      action: 'Ver el presupuesto',
    },
    invoice: {
      subject: 'Factura {number} de {organization}',
      text: 'Aquí tiene su factura {number} por {total}, con vencimiento el {date}.',
      action: 'Ver la factura',
    },
    reminder: {
      subject: 'Recordatorio: factura {number} de {organization}',
      text: 'Su factura {number} por {total} venció el {date}. Quedan {due} por pagar. Si ya ha pagado, no tenga en cuenta este aviso.',
      action: 'Ver la factura',
    },
  },
  fr: {
    quotation: {
      subject: 'Devis {number} de {organization}',
      text: 'Voici notre devis {number} d’un montant de {total}. Il est valable jusqu’au {date}. Vous pouvez l’accepter ou le refuser en ligne.',
      action: 'Voir le devis',
    },
    invoice: {
      subject: 'Facture {number} de {organization}',
      text: 'Voici votre facture {number} d’un montant de {total}, à régler avant le {date}.',
      action: 'Voir la facture',
    },
    reminder: {
      subject: 'Rappel : facture {number} de {organization}',
      text: 'Votre facture {number} d’un montant de {total} était à régler avant le {date}. Il reste {due} à payer. Si vous avez déjà payé, veuillez ignorer ce rappel.',
      action: 'Voir la facture',
    },
  },
  ja: {
    quotation: {
      subject: '{organization} からのお見積り {number}',
      text: 'お見積り {number}（{total}）をお送りします。有効期限は {date} です。オンラインで承諾または辞退いただけます。',
      action: '見積書を見る',
    },
    invoice: {
      subject: '{organization} からのご請求 {number}',
      text: '請求書 {number}（{total}）をお送りします。お支払期限は {date} です。',
      action: '請求書を見る',
    },
    reminder: {
      subject: 'お支払いのご案内：{organization} の請求書 {number}',
      text: '請求書 {number}（{total}）のお支払期限は {date} でした。未払残高は {due} です。行き違いですでにお支払い済みの場合は、ご容赦ください。',
      action: '請求書を見る',
    },
  },
}

export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)

/** `24 November 2026`, in the reader's language. */
export const writtenDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
