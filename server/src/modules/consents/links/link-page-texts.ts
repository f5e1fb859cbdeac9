import type { Language } from '@imperium/contract/languages.ts'

/** What the pages behind the links of messages say. {organization}, {address}, {purpose} and {number} stand for what they name. */
export interface LinkPageTexts {
  pendingTitle: string
  pending: string
  /** With that, where text messages were asked for. */
  pendingSms: string
  confirm: string
  grantedTitle: string
  granted: string
  grantedSms: string
  /** The person is known by another number. */
  otherNumber: string
  endedTitle: string
  ended: string
  askTitle: string
  /** The question before consent ends: for one purpose, or for all. */
  ask: string
  askAll: string
  unsubscribe: string
  unsubscribeAll: string
  choose: string
  doneTitle: string
  done: string
  doneAll: string
  preview: string
  choicesTitle: string
  choices: string
  /** Whose choices these are. */
  choicesFor: string
  save: string
  saved: string
  /** Some cannot be switched on here. */
  closed: string
  email: string
}

export const linkPageLabels: Record<Language, LinkPageTexts> = {
  en: {
    pendingTitle: 'Please confirm',
    pending: 'May {organization} write to {address} about “{purpose}”?',
    pendingSms: 'Text messages to {number} were asked for, too. Once you have confirmed, one of them asks you to answer YES.',
    confirm: 'Confirm',
    grantedTitle: 'Thank you, that is confirmed',
    granted: '{organization} writes to {address} about “{purpose}”. Every message holds a link that ends it.',
    grantedSms: 'A text message to {number} asks whether you want messages there, too. Answer it with YES.',
    otherNumber: 'We know you by another number than {number}, so no text message is sent there. Write to us if your number has changed.',
    endedTitle: 'There is nothing to confirm',
    ended: '{address} was unsubscribed in the meantime. Sign up again if you want to get messages.',
    askTitle: 'Unsubscribe?',
    ask: '{organization} writes to {address} about “{purpose}”.',
    askAll: '{organization} writes to {address}.',
    unsubscribe: 'Unsubscribe',
    unsubscribeAll: 'Unsubscribe from everything',
    choose: 'Choose what you get',
    doneTitle: 'You are unsubscribed',
    done: '{address} gets nothing more about “{purpose}”.',
    doneAll: '{address} gets nothing more from {organization}.',
    preview: 'This is a preview: nothing is saved.',
    choicesTitle: 'Your preferences',
    choices: 'Choose what you would like to get from {organization}.',
    choicesFor: 'For {address}',
    save: 'Save preferences',
    saved: 'Saved. You can change your mind at any time.',
    closed: 'Some of these are permanently off. Contact the organization if you want them back.',
    email: 'Email',
  },
  es: {
    pendingTitle: 'Confirma, por favor',
    pending: '¿Puede {organization} escribir a {address} sobre “{purpose}”?',
    pendingSms: 'También se han pedido mensajes de texto en el {number}. Después de confirmar, uno te pedirá que respondas SÍ.',
    confirm: 'Confirmar',
    grantedTitle: 'Gracias, ya está confirmado',
    granted: '{organization} escribe a {address} sobre “{purpose}”. Cada mensaje incluye un enlace para dejar de recibirlos.',
    grantedSms: 'Un mensaje de texto al {number} te pregunta si también quieres recibir mensajes ahí. Respóndelo con SÍ.',
    otherNumber:
      'Te conocemos con un número distinto de {number}, así que no se envía ningún mensaje de texto. Escríbenos si tu número ha cambiado.',
    endedTitle: 'No hay nada que confirmar',
    ended: 'Mientras tanto, {address} se dio de baja. Suscríbete de nuevo si quieres recibir mensajes.',
    askTitle: '¿Darse de baja?',
    ask: '{organization} escribe a {address} sobre “{purpose}”.',
    askAll: '{organization} escribe a {address}.',
    unsubscribe: 'Darse de baja',
    unsubscribeAll: 'Darse de baja de todo',
    choose: 'Elige qué recibes',
    doneTitle: 'Te has dado de baja',
    done: '{address} no recibe nada más sobre “{purpose}”.',
    doneAll: '{address} no recibe nada más de {organization}.',
    preview: 'Esto es una vista previa: no se guarda nada.',
    choicesTitle: 'Tus preferencias',
    choices: 'Elige qué quieres recibir de {organization}.',
    choicesFor: 'Para {address}',
    save: 'Guardar preferencias',
    saved: 'Guardado. Puedes cambiar de opinión en cualquier momento.',
    closed: 'Algunas de estas opciones están desactivadas para siempre. Escribe a la organización si quieres recuperarlas.',
    email: 'Correo',
  },
  fr: {
    pendingTitle: 'Veuillez confirmer',
    pending: '{organization} peut-elle écrire à {address} au sujet de « {purpose} » ?',
    pendingSms: 'Des SMS au {number} ont aussi été demandés. Après votre confirmation, l’un d’eux vous demandera de répondre OUI.',
    confirm: 'Confirmer',
    grantedTitle: 'Merci, c’est confirmé',
    granted: '{organization} écrit à {address} au sujet de « {purpose} ». Chaque message contient un lien qui y met fin.',
    grantedSms: 'Un SMS au {number} vous demande si vous souhaitez aussi y recevoir des messages. Répondez-y par OUI.',
    otherNumber:
      'Nous vous connaissons sous un autre numéro que {number} : aucun SMS n’y est envoyé. Écrivez-nous si votre numéro a changé.',
    endedTitle: 'Il n’y a rien à confirmer',
    ended: '{address} s’est désabonnée entre-temps. Réinscrivez-vous si vous souhaitez recevoir des messages.',
    askTitle: 'Se désabonner ?',
    ask: '{organization} écrit à {address} au sujet de « {purpose} ».',
    askAll: '{organization} écrit à {address}.',
    unsubscribe: 'Se désabonner',
    unsubscribeAll: 'Se désabonner de tout',
    choose: 'Choisir ce que vous recevez',
    doneTitle: 'Vous êtes désabonné',
    done: '{address} ne reçoit plus rien au sujet de « {purpose} ».',
    doneAll: '{address} ne reçoit plus rien de {organization}.',
    preview: 'Ceci est un aperçu : rien n’est enregistré.',
    choicesTitle: 'Vos préférences',
    choices: 'Choisissez ce que vous souhaitez recevoir de {organization}.',
    choicesFor: 'Pour {address}',
    save: 'Enregistrer les préférences',
    saved: 'Enregistré. Vous pouvez changer d’avis à tout moment.',
    closed: 'Certaines sont désactivées définitivement. Écrivez à l’organisation si vous souhaitez les rétablir.',
    email: 'Email',
  },
  de: {
    pendingTitle: 'Bitte bestätigen',
    pending: 'Darf {organization} zu „{purpose}“ an {address} schreiben?',
    pendingSms: 'Gewünscht sind außerdem SMS an {number}. Nach der Bestätigung bittet eine davon um die Antwort JA.',
    confirm: 'Bestätigen',
    grantedTitle: 'Danke, das ist bestätigt',
    granted: '{organization} schreibt zu „{purpose}“ an {address}. Jede Nachricht enthält einen Link, mit dem Sie das beenden.',
    grantedSms: 'Eine SMS an {number} fragt, ob Sie auch dort Nachrichten wünschen. Antworten Sie darauf mit JA.',
    otherNumber:
      'Wir kennen Sie unter einer anderen Nummer als {number}, deshalb geht keine SMS dorthin. Schreiben Sie uns, wenn sich Ihre Nummer geändert hat.',
    endedTitle: 'Es gibt nichts zu bestätigen',
    ended: '{address} wurde inzwischen abgemeldet. Melden Sie sich erneut an, wenn Sie Nachrichten erhalten möchten.',
    askTitle: 'Abmelden?',
    ask: '{organization} schreibt zu „{purpose}“ an {address}.',
    askAll: '{organization} schreibt an {address}.',
    unsubscribe: 'Abmelden',
    unsubscribeAll: 'Von allem abmelden',
    choose: 'Wählen Sie, was Sie erhalten',
    doneTitle: 'Sie sind abgemeldet',
    done: '{address} erhält nichts mehr zu „{purpose}“.',
    doneAll: '{address} erhält nichts mehr von {organization}.',
    preview: 'Das ist eine Vorschau: Nichts wird gespeichert.',
    choicesTitle: 'Ihre Einstellungen für Nachrichten',
    choices: 'Wählen Sie, was Sie von {organization} erhalten möchten.',
    choicesFor: 'Für {address}',
    save: 'Einstellungen speichern',
    saved: 'Gespeichert. Sie können es sich jederzeit anders überlegen.',
    closed: 'Manche davon sind dauerhaft ausgeschaltet. Schreiben Sie der Organisation, wenn Sie sie wieder erhalten möchten.',
    email: 'E-Mail',
  },
  ja: {
    pendingTitle: 'ご確認ください',
    pending: '{organization} から {address} に「{purpose}」についてお送りしてもよろしいですか?',
    pendingSms: '{number} 宛てのSMSも希望されています。確認後に届くSMSに YES と返信してください。',
    confirm: '確認',
    grantedTitle: 'ありがとうございます。確認が完了しました',
    granted: '{organization} は {address} に「{purpose}」についてお送りします。すべてのメッセージに配信停止のリンクがあります。',
    grantedSms: '{number} 宛てのSMSで、SMSの受信を希望されるかお尋ねします。YES と返信してください。',
    otherNumber: '{number} とは別の番号が登録されているため、SMSは送信されません。番号が変わった場合はご連絡ください。',
    endedTitle: '確認するものはありません',
    ended: '{address} はその間に配信停止されました。受信をご希望の場合は、もう一度ご登録ください。',
    askTitle: '配信を停止しますか?',
    ask: '{organization} は {address} に「{purpose}」についてお送りしています。',
    askAll: '{organization} は {address} にお送りしています。',
    unsubscribe: '配信停止',
    unsubscribeAll: 'すべての配信を停止',
    choose: '受信内容を選択',
    doneTitle: '配信を停止しました',
    done: '{address} には、「{purpose}」についてのメッセージが届かなくなります。',
    doneAll: '{address} には、{organization} からのメッセージが届かなくなります。',
    preview: 'これはプレビューです。何も保存されません。',
    choicesTitle: '配信設定',
    choices: '{organization} から受け取る内容を選択してください。',
    choicesFor: '{address} 宛て',
    save: '配信設定を保存',
    saved: '保存しました。いつでも変更できます。',
    closed: '一部は恒久的にオフになっています。再開をご希望の場合は、組織にご連絡ください。',
    email: 'メール',
  },
}
