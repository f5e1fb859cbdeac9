import type { Language } from '@imperium/contract/languages.ts'

/** What the server itself says to visitors: on the page of a chat and in mails. */
export interface ChatTexts {
  goneTitle: string
  gone: string
  withoutScripts: string
  transcriptSubject: string
  transcriptIntro: string
  you: string
  ai: string
  whyTranscript: string
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
    transcriptIntro: 'This is the conversation that you had in the chat.',
    you: 'You',
    ai: 'AI',
    whyTranscript: 'You get this email because somebody entered this address in the chat. If that was not you, ignore it.',
    answerSubject: '{organization} has answered you',
    answerIntro: '{name} has answered in the chat:',
    whyAnswer: 'You get this email because you left this address in the chat. To answer, write in the chat again.',
  },
  es: {
    goneTitle: 'Este chat no existe',
    gone: 'Se ha desactivado o la dirección no está completa.',
    withoutScripts: 'Este chat necesita JavaScript.',
    transcriptSubject: 'Tu conversación con {organization}',
    transcriptIntro: 'Esta es la conversación que mantuviste en el chat.',
    you: 'Tú',
    ai: 'IA',
    whyTranscript: 'Recibes este correo porque alguien indicó esta dirección en el chat. Si no fuiste tú, ignóralo.',
    answerSubject: '{organization} te ha respondido',
    answerIntro: '{name} ha respondido en el chat:',
    whyAnswer: 'Recibes este correo porque dejaste esta dirección en el chat. Para responder, escribe de nuevo en el chat.',
  },
  fr: {
    goneTitle: 'Ce chat n’existe pas',
    gone: 'Il a été désactivé, ou l’adresse est incomplète.',
    withoutScripts: 'Ce chat a besoin de JavaScript.',
    transcriptSubject: 'Votre conversation avec {organization}',
    transcriptIntro: 'Voici la conversation que vous avez eue dans le chat.',
    you: 'Vous',
    ai: 'IA',
    whyTranscript: 'Vous recevez cet e-mail car quelqu’un a saisi cette adresse dans le chat. Si ce n’était pas vous, ignorez-le.',
    answerSubject: '{organization} vous a répondu',
    answerIntro: '{name} a répondu dans le chat :',
    whyAnswer: 'Vous recevez cet e-mail car vous avez laissé cette adresse dans le chat. Pour répondre, écrivez de nouveau dans le chat.',
  },
  de: {
    goneTitle: 'Diesen Chat gibt es nicht',
    gone: 'Er wurde abgeschaltet, oder die Adresse ist nicht vollständig.',
    withoutScripts: 'Dieser Chat braucht JavaScript.',
    transcriptSubject: 'Ihr Gespräch mit {organization}',
    transcriptIntro: 'Das ist das Gespräch, das Sie im Chat geführt haben.',
    you: 'Sie',
    ai: 'KI',
    whyTranscript: 'Sie erhalten diese E-Mail, weil jemand diese Adresse im Chat angegeben hat. Waren Sie das nicht, ignorieren Sie sie.',
    answerSubject: '{organization} hat Ihnen geantwortet',
    answerIntro: '{name} hat im Chat geantwortet:',
    whyAnswer: 'Sie erhalten diese E-Mail, weil Sie diese Adresse im Chat hinterlassen haben. Zum Antworten schreiben Sie wieder im Chat.',
  },
  ja: {
    goneTitle: 'このチャットはありません',
    gone: '停止されたか、アドレスが正しくありません。',
    withoutScripts: 'このチャットにはJavaScriptが必要です。',
    transcriptSubject: '{organization} との会話',
    transcriptIntro: 'チャットでの会話の内容です。',
    you: 'あなた',
    ai: 'AI',
    whyTranscript: 'このメールは、チャットでこのアドレスが入力されたため送信されました。お心当たりがない場合は無視してください。',
    answerSubject: '{organization} から返信があります',
    answerIntro: '{name} がチャットで返信しました：',
    whyAnswer:
      'このメールは、チャットでこのアドレスをご入力いただいたため送信されました。返信するには、もう一度チャットに書き込んでください。',
  },
}
