import { collectAll, missingIn, pluralForms, readDictionary, translated, writeDictionary } from '../words/dictionaries.ts'
import type { Dictionary, Translated } from '../words/dictionaries.ts'
import { capital, fill } from './noun.ts'
import type { Called, Noun } from './noun.ts'

type Phrase = string | Partial<Record<Intl.LDMLPluralRule, string>>
type Phrases = Record<string, (called: { one: string; many: string; One: string; Many: string }) => Phrase>

/** The texts of the template, without articles and endings that depend on the noun. */
const phrases: Record<Translated, Phrases> = {
  de: {
    'Gift cards': ({ Many }) => Many,
    'Gift card': ({ One }) => One,
    'Create a gift card': ({ One }) => `${One} erstellen`,
    'Create gift card': ({ One }) => `${One} erstellen`,
    'Change a gift card': ({ One }) => `${One} ändern`,
    'Delete a gift card': ({ One }) => `${One} löschen`,
    'Delete gift card': ({ One }) => `${One} löschen`,
    'Edit gift card': ({ One }) => `${One} bearbeiten`,
    'All gift cards of the organization.': ({ Many }) => `Alle ${Many} der Organisation.`,
    'Your role can view gift cards, but not change them': ({ Many }) => `Ihre Rolle darf ${Many} ansehen, aber nicht ändern`,
    'Search gift cards': ({ Many }) => `${Many} durchsuchen`,
    '{count} gift cards': ({ One, Many }) => ({ one: `{count} ${One}`, other: `{count} ${Many}` }),
    'Gift cards could not be loaded': ({ Many }) => `${Many} konnten nicht geladen werden`,
    'No gift cards yet': ({ Many }) => `Noch keine ${Many}`,
    'Gift card saved': ({ One }) => `${One} gespeichert`,
    'Gift card deleted': ({ One }) => `${One} gelöscht`,
    'The gift card could not be saved': ({ One }) => `${One} konnte nicht gespeichert werden`,
    'The gift card could not be deleted': ({ One }) => `${One} konnte nicht gelöscht werden`,
    'This name is already used': () => 'Dieser Name wird bereits verwendet',
    'What you create appears here.': () => 'Was Sie erstellen, erscheint hier.',
    'No name contains this text.': () => 'Kein Name enthält diesen Text.',
    'Are you sure you want to delete "{name}"? This cannot be undone.': () =>
      'Möchten Sie „{name}“ wirklich löschen? Das lässt sich nicht rückgängig machen.',
  },
  es: {
    'Gift cards': ({ Many }) => Many,
    'Gift card': ({ One }) => One,
    'Create a gift card': ({ one }) => `Crear ${one}`,
    'Create gift card': ({ one }) => `Crear ${one}`,
    'Change a gift card': ({ one }) => `Cambiar ${one}`,
    'Delete a gift card': ({ one }) => `Eliminar ${one}`,
    'Delete gift card': ({ one }) => `Eliminar ${one}`,
    'Edit gift card': ({ one }) => `Editar ${one}`,
    'All gift cards of the organization.': ({ Many }) => `${Many} de la organización.`,
    'Your role can view gift cards, but not change them': ({ many }) => `Tu rol permite ver ${many}, pero no hacer cambios`,
    'Search gift cards': ({ many }) => `Buscar ${many}`,
    '{count} gift cards': ({ one, many }) => ({ one: `{count} ${one}`, many: `{count} de ${many}`, other: `{count} ${many}` }),
    'Gift cards could not be loaded': ({ many }) => `No se pudieron cargar: ${many}`,
    'No gift cards yet': ({ many }) => `Aún no hay ${many}`,
    'Gift card saved': ({ One }) => `${One}: cambios guardados`,
    'Gift card deleted': ({ One }) => `${One}: eliminación completa`,
    'The gift card could not be saved': ({ one }) => `No se pudo guardar: ${one}`,
    'The gift card could not be deleted': ({ one }) => `No se pudo eliminar: ${one}`,
    'This name is already used': () => 'Este nombre ya está en uso',
    'What you create appears here.': () => 'Lo que cree aparecerá aquí.',
    'No name contains this text.': () => 'Ningún nombre contiene este texto.',
    'Are you sure you want to delete "{name}"? This cannot be undone.': () =>
      '¿Seguro que quiere eliminar «{name}»? Esto no se puede deshacer.',
  },
  fr: {
    'Gift cards': ({ Many }) => Many,
    'Gift card': ({ One }) => One,
    'Create a gift card': ({ one }) => `Créer : ${one}`,
    'Create gift card': ({ one }) => `Créer : ${one}`,
    'Change a gift card': ({ one }) => `Modifier : ${one}`,
    'Delete a gift card': ({ one }) => `Supprimer : ${one}`,
    'Delete gift card': ({ one }) => `Supprimer : ${one}`,
    'Edit gift card': ({ one }) => `Modifier : ${one}`,
    'All gift cards of the organization.': ({ Many }) => `${Many} de l’organisation.`,
    'Your role can view gift cards, but not change them': ({ many }) => `Votre rôle permet de consulter : ${many}, sans rien modifier`,
    'Search gift cards': ({ many }) => `Rechercher : ${many}`,
    '{count} gift cards': ({ one, many }) => ({ one: `{count} ${one}`, many: `{count} ${many}`, other: `{count} ${many}` }),
    'Gift cards could not be loaded': ({ many }) => `Chargement impossible : ${many}`,
    'No gift cards yet': ({ Many }) => `${Many} : rien pour l’instant`,
    'Gift card saved': ({ One }) => `${One} : modifications enregistrées`,
    'Gift card deleted': ({ One }) => `${One} : suppression effectuée`,
    'The gift card could not be saved': ({ one }) => `Enregistrement impossible : ${one}`,
    'The gift card could not be deleted': ({ one }) => `Suppression impossible : ${one}`,
    'This name is already used': () => 'Ce nom est déjà utilisé',
    'What you create appears here.': () => 'Ce que vous créez apparaît ici.',
    'No name contains this text.': () => 'Aucun nom ne contient ce texte.',
    'Are you sure you want to delete "{name}"? This cannot be undone.': () =>
      'Voulez-vous vraiment supprimer « {name} » ? Cette action est irréversible.',
  },
  ja: {
    'Gift cards': ({ Many }) => Many,
    'Gift card': ({ One }) => One,
    'Create a gift card': ({ one }) => `${one}を作成`,
    'Create gift card': ({ one }) => `${one}を作成`,
    'Change a gift card': ({ one }) => `${one}の変更`,
    'Delete a gift card': ({ one }) => `${one}を削除`,
    'Delete gift card': ({ one }) => `${one}を削除`,
    'Edit gift card': ({ one }) => `${one}を編集`,
    'All gift cards of the organization.': ({ many }) => `組織の${many}。`,
    'Your role can view gift cards, but not change them': ({ many }) => `あなたの役割では${many}を表示できますが、変更はできません`,
    'Search gift cards': ({ many }) => `${many}を検索`,
    '{count} gift cards': ({ many }) => ({ other: `${many} {count} 件` }),
    'Gift cards could not be loaded': ({ many }) => `${many}を読み込めませんでした`,
    'No gift cards yet': ({ many }) => `${many}はまだありません`,
    'Gift card saved': ({ one }) => `${one}を保存しました`,
    'Gift card deleted': ({ one }) => `${one}を削除しました`,
    'The gift card could not be saved': ({ one }) => `${one}を保存できませんでした`,
    'The gift card could not be deleted': ({ one }) => `${one}を削除できませんでした`,
    'This name is already used': () => 'この名前はすでに使われています',
    'What you create appears here.': () => '作成したものがここに表示されます。',
    'No name contains this text.': () => 'この文字を含む名前はありません。',
    'Are you sure you want to delete "{name}"? This cannot be undone.': () => '「{name}」を削除しますか？この操作は取り消せません。',
  },
}

const spelled = ({ one, many }: Called) => ({ one, many, One: capital(one), Many: capital(many) })

/** Adds the translations of the noun's texts that a dictionary does not have yet. @throws Error for a text without a phrase. */
export function translate(noun: Noun): void {
  const texts = collectAll()
  for (const language of translated) {
    const made: Dictionary = Object.fromEntries(
      Object.entries(phrases[language]).map(([key, phrase]) => [fill(key, noun), phrase(spelled(noun.in[language]))]),
    )
    const dictionary = readDictionary(language)
    const missing = Object.keys(missingIn(language, texts, dictionary))
    const without = missing.filter((key) => made[key] === undefined)
    if (without.length > 0) throw new Error(`No ${language} phrase for: ${without.join(' | ')}`)
    const added = missing.flatMap((key): [string, Phrase][] => {
      const phrase = made[key]
      return phrase === undefined ? [] : [[key, typeof phrase === 'string' ? phrase : inOrder(language, phrase)]]
    })
    writeDictionary(language, { ...dictionary, ...Object.fromEntries(added) })
  }
}

const inOrder = (language: Translated, phrase: Exclude<Phrase, string>): Phrase =>
  Object.fromEntries(pluralForms(language).map((form) => [form, phrase[form] ?? phrase.other ?? '']))
