import type { Language } from '@imperium/contract/languages.ts'

/** What the server itself says to visitors: on the page of a chat and in mails. */
export interface ChatTexts {
  goneTitle: string
  gone: string
  withoutScripts: string
  transcriptSubject: string
  you: string
  ai: string
  codeSubject: string
  codeIntro: string
  whyCode: string
  linkIntro: string
  linkAction: string
  whyLink: string
  endLink: string
  linkEndedTitle: string
  linkEnded: string
  linkGoneTitle: string
  linkGone: string
  answerSubject: string
  answerIntro: string
  whyAnswer: string
}

export const chatTexts: Record<Language, ChatTexts> = {
  en: {
    goneTitle: 'This chat is not there',
    gone: 'It was turned off, or the address is not complete.',
    withoutScripts: 'This chat needs JavaScript.',
    transcriptSubject: 'Your conversation with {organization}',
    you: 'You',
    ai: 'AI',
    codeSubject: 'Your code for the chat with {organization}',
    codeIntro: 'Enter this code in the chat. It is valid for 15 minutes.',
    whyCode:
      'You get this email because somebody entered this address in the chat. If that was not you, ignore it: without the code nothing happens.',
    linkIntro: 'You can read the conversation that you had in the chat here. The link is valid for 7 days; do not pass it on.',
    linkAction: 'Read the conversation',
    whyLink: 'You get this email because you entered this address and its code in the chat.',
    endLink: 'End this link',
    linkEndedTitle: 'The link has ended',
    linkEnded: 'The conversation can no longer be read with it.',
    linkGoneTitle: 'This link opens nothing',
    linkGone: 'It has expired, was ended or replaced by a newer one, or the address is not complete.',
    answerSubject: '{organization} has answered you',
    answerIntro: '{name} has answered in the chat:',
    whyAnswer: 'You get this email because you left this address in the chat. To answer, write in the chat again.',
  },
  es: {
    goneTitle: 'Este chat no existe',
    gone: 'Se ha desactivado o la dirección no está completa.',
    withoutScripts: 'Este chat necesita JavaScript.',
    transcriptSubject: 'Tu conversación con {organization}',
    you: 'Tú',
    ai: 'IA',
    codeSubject: 'Tu código para el chat con {organization}',
    codeIntro: 'Introduce este código en el chat. Es válido durante 15 minutos.',
    whyCode:
      'Recibes este correo porque alguien indicó esta dirección en el chat. Si no fuiste tú, ignóralo: sin el código no ocurre nada.',
    linkIntro: 'Aquí puedes leer la conversación que mantuviste en el chat. El enlace es válido durante 7 días; no lo compartas.',
    linkAction: 'Leer la conversación',
    whyLink: 'Recibes este correo porque indicaste esta dirección y su código en el chat.',
    endLink: 'Anular este enlace',
    linkEndedTitle: 'El enlace se ha anulado',
    linkEnded: 'Ya no se puede leer la conversación con él.',
    linkGoneTitle: 'Este enlace no abre nada',
    linkGone: 'Ha caducado, se ha anulado o sustituido por otro más reciente, o la dirección no está completa.',
    answerSubject: '{organization} te ha respondido',
    answerIntro: '{name} ha respondido en el chat:',
    whyAnswer: 'Recibes este correo porque dejaste esta dirección en el chat. Para responder, escribe de nuevo en el chat.',
  },
  fr: {
    goneTitle: 'Ce chat n’existe pas',
    gone: 'Il a été désactivé, ou l’adresse est incomplète.',
    withoutScripts: 'Ce chat a besoin de JavaScript.',
    transcriptSubject: 'Votre conversation avec {organization}',
    you: 'Vous',
    ai: 'IA',
    codeSubject: 'Votre code pour le chat avec {organization}',
    codeIntro: 'Saisissez ce code dans le chat. Il est valable 15 minutes.',
    whyCode:
      'Vous recevez cet e-mail car quelqu’un a saisi cette adresse dans le chat. Si ce n’était pas vous, ignorez-le : sans le code, rien ne se passe.',
    linkIntro: 'Vous pouvez lire ici la conversation que vous avez eue dans le chat. Le lien est valable 7 jours ; ne le transmettez pas.',
    linkAction: 'Lire la conversation',
    whyLink: 'Vous recevez cet e-mail car vous avez saisi cette adresse et son code dans le chat.',
    endLink: 'Désactiver ce lien',
    linkEndedTitle: 'Le lien est désactivé',
    linkEnded: 'Il ne permet plus de lire la conversation.',
    linkGoneTitle: 'Ce lien n’ouvre rien',
    linkGone: 'Il a expiré, a été désactivé ou remplacé par un plus récent, ou l’adresse est incomplète.',
    answerSubject: '{organization} vous a répondu',
    answerIntro: '{name} a répondu dans le chat :',
    whyAnswer: 'Vous recevez cet e-mail car vous avez laissé cette adresse dans le chat. Pour répondre, écrivez de nouveau dans le chat.',
  },
  de: {
    goneTitle: 'Diesen Chat gibt es nicht',
    gone: 'Er wurde abgeschaltet, oder die Adresse ist nicht vollständig.',
    withoutScripts: 'Dieser Chat braucht JavaScript.',
    transcriptSubject: 'Ihr Gespräch mit {organization}',
    you: 'Sie',
    ai: 'KI',
    codeSubject: 'Ihr Code für den Chat mit {organization}',
    codeIntro: 'Geben Sie diesen Code im Chat ein. Er gilt 15 Minuten.',
    whyCode:
      'Sie erhalten diese E-Mail, weil jemand diese Adresse im Chat angegeben hat. Waren Sie das nicht, ignorieren Sie sie: Ohne den Code geschieht nichts.',
    linkIntro: 'Hier können Sie das Gespräch lesen, das Sie im Chat geführt haben. Der Link gilt 7 Tage; geben Sie ihn nicht weiter.',
    linkAction: 'Gespräch lesen',
    whyLink: 'Sie erhalten diese E-Mail, weil Sie diese Adresse und ihren Code im Chat eingegeben haben.',
    endLink: 'Diesen Link beenden',
    linkEndedTitle: 'Der Link ist beendet',
    linkEnded: 'Das Gespräch lässt sich damit nicht mehr lesen.',
    linkGoneTitle: 'Dieser Link öffnet nichts',
    linkGone: 'Er ist abgelaufen, wurde beendet oder durch einen neueren ersetzt, oder die Adresse ist nicht vollständig.',
    answerSubject: '{organization} hat Ihnen geantwortet',
    answerIntro: '{name} hat im Chat geantwortet:',
    whyAnswer: 'Sie erhalten diese E-Mail, weil Sie diese Adresse im Chat hinterlassen haben. Zum Antworten schreiben Sie wieder im Chat.',
  },
  ja: {
    goneTitle: 'このチャットはありません',
    gone: '停止されたか、アドレスが正しくありません。',
    withoutScripts: 'このチャットにはJavaScriptが必要です。',
    transcriptSubject: '{organization} との会話',
    you: 'あなた',
    ai: 'AI',
    codeSubject: '{organization} とのチャットのコード',
    codeIntro: 'このコードをチャットに入力してください。有効期間は15分です。',
    whyCode:
      'このメールは、チャットでこのアドレスが入力されたため送信されました。お心当たりがない場合は無視してください。コードがなければ何も起こりません。',
    linkIntro: 'チャットでの会話はこちらで読めます。リンクの有効期間は7日です。他の人に渡さないでください。',
    linkAction: '会話を読む',
    whyLink: 'このメールは、チャットでこのアドレスとコードをご入力いただいたため送信されました。',
    endLink: 'このリンクを無効にする',
    linkEndedTitle: 'リンクを無効にしました',
    linkEnded: 'このリンクでは会話を読めなくなりました。',
    linkGoneTitle: 'このリンクでは何も開けません',
    linkGone: '期限切れか、無効にされたか、新しいリンクに替わったか、アドレスが正しくありません。',
    answerSubject: '{organization} から返信があります',
    answerIntro: '{name} がチャットで返信しました：',
    whyAnswer:
      'このメールは、チャットでこのアドレスをご入力いただいたため送信されました。返信するには、もう一度チャットに書き込んでください。',
  },
}
