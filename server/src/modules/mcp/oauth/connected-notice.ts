import type { Language } from '@imperium/contract/languages.ts'
import type { NoticeText } from '../../auth/index.ts'

/** The email to a member in whose name an assistant was connected. */
export const connectedNotice = (client: string, origin: string): Record<Language, NoticeText> => ({
  en: {
    subject: 'An AI assistant was connected',
    text: `"${client}" was connected to your account and may act in your name. Its access goes to ${origin}. You can disconnect it in Settings, AI assistants.`,
  },
  es: {
    subject: 'Se ha conectado un asistente de IA',
    text: `«${client}» se ha conectado a tu cuenta y puede actuar en tu nombre. El acceso va a ${origin}. Puedes desconectarlo en Configuración, Asistentes de IA.`,
  },
  fr: {
    subject: 'Un assistant IA a été connecté',
    text: `« ${client} » a été connecté à votre compte et peut agir en votre nom. L’accès va à ${origin}. Vous pouvez le déconnecter dans Paramètres, Assistants IA.`,
  },
  de: {
    subject: 'Ein KI-Assistent wurde verbunden',
    text: `„${client}“ wurde mit Ihrem Konto verbunden und kann in Ihrem Namen handeln. Der Zugriff geht an ${origin}. Sie können ihn unter Einstellungen, KI-Assistenten trennen.`,
  },
  ja: {
    subject: 'AI アシスタントが接続されました',
    text: `「${client}」があなたのアカウントに接続され、あなたの名前で操作できるようになりました。アクセス先は ${origin} です。設定の AI アシスタントから切断できます。`,
  },
})
